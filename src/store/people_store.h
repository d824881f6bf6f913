// PeopleStore: who plays on a server, and by which secrets their browsers are known.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "store/store_error.h"

namespace castellan {

using PersonId = std::int64_t;
inline constexpr PersonId kHost = 0;  // who started the server; alone where nobody else can come
inline constexpr PersonId kNobody = -1;

struct StoredPerson {
    PersonId person;
    std::string name;
    std::string since;  // UTC, "2026-05-01 18:30:00"
};

class PeopleStore {
  public:
    virtual ~PeopleStore() = default;

    /// Without the host.
    virtual Result<std::vector<StoredPerson>, StoreError> people() = 0;
    /// Whose each key is, the host's included.
    virtual Result<std::map<std::string, PersonId>, StoreError> keys() = 0;
    /// Numbers are never used again.
    virtual Result<StoredPerson, StoreError> add_person(std::string_view name) = 0;
    virtual Result<void, StoreError> rename_person(PersonId person, std::string_view name) = 0;
    /// And all keys of theirs. What they played stays.
    virtual Result<void, StoreError> remove_person(PersonId person) = 0;
    virtual Result<void, StoreError> add_key(PersonId person, std::string_view key) = 0;
    virtual Result<void, StoreError> remove_key(std::string_view key) = 0;
    /// How many games each has that are not deleted.
    virtual Result<std::map<PersonId, std::int64_t>, StoreError> games_of_people() = 0;
};

}  // namespace castellan
