#include "house/people.h"

#include <algorithm>

#include "base/secret.h"

namespace castellan {
namespace {

constexpr std::size_t kMostPeople = 1'000;
constexpr std::ptrdiff_t kMostBrowsers = 20;  // of one person
constexpr std::ptrdiff_t kMostPasses = 5;
constexpr double kNewcomersPerSecond = 0.2;
constexpr double kNewcomersAtOnce = 60;  // a class that opens the address together

tl::unexpected<Error<CommandError>> not_kept(const Error<StoreError>& error) {
    return refused("that cannot be saved: " + error.message);
}

}  // namespace

People::People(PeopleSettings settings, PeopleStore* store)
    : settings_{std::move(settings)},
      store_{store},
      newcomers_{kNewcomersPerSecond, kNewcomersAtOnce} {
    if (store_ == nullptr || !settings_.are_several) return;
    for (StoredPerson& person : store_->people().value_or(std::vector<StoredPerson>{}))
        people_[person.person] = std::move(person);
    for (const auto& [key, person] : store_->keys().value_or(std::map<std::string, PersonId>{}))
        keys_[key] = person;
}

std::optional<PersonId> People::person_with(std::string_view key) const {
    if (!settings_.are_several) return kHost;
    const auto found = keys_.find(std::string{key});
    return found == keys_.end() ? std::nullopt : std::optional{found->second};
}

std::string People::own_name(PersonId person) const {
    if (person == kHost) return host_name_;
    const auto found = people_.find(person);
    return found == people_.end() ? "" : found->second.name;
}

std::string People::name(PersonId person) const {
    const std::string own = own_name(person);
    if (!own.empty()) return own;
    return person == kHost ? "Host" : "Somebody";
}

bool People::is_invitation(std::string_view secret) const {
    return settings_.are_several && is_same_secret(secret, settings_.invitation);
}

bool People::is_host_secret(std::string_view secret) const {
    return settings_.are_several && is_same_secret(secret, settings_.host_secret);
}

void People::renew_invitation() {
    settings_.invitation = make_secret();
    if (settings_.keep_invitation) settings_.keep_invitation(settings_.invitation);
}

std::optional<PersonId> People::person_with_pass(std::string_view pass) const {
    const auto found = passes_.find(pass);
    if (found == passes_.end() || found->second.end < SteadyClock::now()) return std::nullopt;
    return found->second.person;
}

std::string People::make_pass(PersonId person) {
    const SteadyTime now = SteadyClock::now();
    std::erase_if(passes_, [&](const auto& entry) { return entry.second.end < now; });
    const auto is_theirs = [&](const auto& entry) { return entry.second.person == person; };
    if (std::ranges::count_if(passes_, is_theirs) >= kMostPasses)
        passes_.erase(std::ranges::find_if(passes_, is_theirs));
    std::string pass = make_secret();
    passes_[pass] = {person, now + kPassIsGood};
    return pass;
}

CommandResult<std::string> People::welcome(const std::string& name) {
    if (people_.size() >= kMostPeople) return refused("there are too many people here");
    if (!newcomers_.take()) return refused("too many come at once: try again in a moment");
    StoredPerson person{next_unkept_, name, ""};
    if (store_ != nullptr) {
        auto added = store_->add_person(name);
        if (!added) return not_kept(added.error());
        person = std::move(*added);
    } else {
        ++next_unkept_;
    }
    const PersonId number = person.person;
    people_[number] = std::move(person);
    return add_browser(number);
}

CommandResult<std::string> People::add_browser(PersonId person) {
    const auto is_theirs = [&](const auto& entry) { return entry.second == person; };
    if (std::ranges::count_if(keys_, is_theirs) >= kMostBrowsers)
        return refused("too many devices: sign out on one of them first");
    std::string key = make_secret();
    if (store_ != nullptr)
        if (const auto added = store_->add_key(person, key); !added) return not_kept(added.error());
    keys_[key] = person;
    return key;
}

CommandResult<void> People::forget(std::string_view key) {
    if (store_ != nullptr)
        if (const auto removed = store_->remove_key(key); !removed)
            return not_kept(removed.error());
    keys_.erase(std::string{key});
    return {};
}

CommandResult<void> People::remove(PersonId person) {
    if (!people_.contains(person)) return refused("there is no such person");
    if (store_ != nullptr)
        if (const auto removed = store_->remove_person(person); !removed)
            return not_kept(removed.error());
    people_.erase(person);
    std::erase_if(keys_, [&](const auto& entry) { return entry.second == person; });
    std::erase_if(passes_, [&](const auto& entry) { return entry.second.person == person; });
    return {};
}

CommandResult<void> People::rename(PersonId person, const std::string& name) {
    if (person == kHost) {
        host_name_ = name;
        return {};
    }
    if (!people_.contains(person)) return refused("there is no such person");
    if (store_ != nullptr)
        if (const auto renamed = store_->rename_person(person, name); !renamed)
            return not_kept(renamed.error());
    people_[person].name = name;
    return {};
}

}  // namespace castellan
