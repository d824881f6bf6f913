// People: who is who on a server that several share, and the secrets by which they come in. Without
// others there is only the host, and nobody is asked for anything.
#pragma once

#include <map>
#include <optional>
#include <unordered_map>

#include "base/rate_limit.h"
#include "house/command_result.h"
#include "store/people_store.h"

namespace castellan {

struct PeopleSettings {
    bool are_several = false;
    std::string invitation{};   // the secret in it
    std::string host_secret{};  // makes a browser the host's
    /// Where a new invitation is written, so that it is the same after a restart.
    std::function<void(const std::string& invitation)> keep_invitation{};
};

class People {
  public:
    /// The store is lent; without one people are known as long as this lives.
    People(PeopleSettings settings, PeopleStore* store);

    bool are_several() const { return settings_.are_several; }
    /// Whose browser has this key.
    std::optional<PersonId> person_with(std::string_view key) const;
    /// Everybody but the host.
    const std::map<PersonId, StoredPerson>& all() const { return people_; }
    std::string name(PersonId person) const;
    /// The same, or nothing for a host who has not said.
    std::string own_name(PersonId person) const;

    bool is_invitation(std::string_view secret) const;
    bool is_host_secret(std::string_view secret) const;
    const std::string& invitation() const { return settings_.invitation; }
    /// The old one lets nobody in any more.
    void renew_invitation();

    /// Whose pass it is, as long as it is good.
    std::optional<PersonId> person_with_pass(std::string_view pass) const;
    /// For another device of the same person.
    std::string make_pass(PersonId person);
    static constexpr std::chrono::minutes kPassIsGood{10};

    /// Somebody new. The key of the browser.
    CommandResult<std::string> welcome(const std::string& name);
    /// Another browser of somebody who is known. Its key.
    CommandResult<std::string> add_browser(PersonId person);
    /// This browser is nobody's any more.
    CommandResult<void> forget(std::string_view key);
    CommandResult<void> remove(PersonId person);
    CommandResult<void> rename(PersonId person, const std::string& name);

  private:
    struct Pass {
        PersonId person;
        SteadyTime end;
    };

    PeopleSettings settings_;
    PeopleStore* store_;
    std::map<PersonId, StoredPerson> people_;
    std::string host_name_;
    std::unordered_map<std::string, PersonId> keys_;
    std::map<std::string, Pass, std::less<>> passes_;
    PersonId next_unkept_ = 1;
    RateLimit newcomers_;
};

}  // namespace castellan
