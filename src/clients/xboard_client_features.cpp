#include "clients/xboard_client_features.h"

#include <algorithm>

#include "base/text.h"

namespace castellan {
namespace {

struct Switch {
    std::string_view name;
    bool XboardFeatures::*place;
};

constexpr Switch kSwitches[] = {
    {"ping", &XboardFeatures::ping},         {"setboard", &XboardFeatures::setboard},
    {"usermove", &XboardFeatures::usermove}, {"san", &XboardFeatures::san},
    {"time", &XboardFeatures::time},         {"reuse", &XboardFeatures::reuse},
    {"nps", &XboardFeatures::nps},           {"memory", &XboardFeatures::memory},
    {"smp", &XboardFeatures::smp},
};

}  // namespace

std::vector<XboardFeature> parse_features(std::string_view words) {
    std::vector<XboardFeature> features;
    for (words = trim(words); !words.empty(); words = trim(words)) {
        const std::size_t equals = words.find('=');
        if (equals == std::string_view::npos) break;
        const std::string_view name = trim(words.substr(0, equals));
        words.remove_prefix(equals + 1);
        std::string_view value;
        if (words.starts_with('"')) {
            words.remove_prefix(1);
            value = words.substr(0, words.find('"'));
            words.remove_prefix(std::min(value.size() + 1, words.size()));
        } else {
            value = take_word(words);
        }
        features.push_back({std::string{name}, std::string{value}});
    }
    return features;
}

bool XboardFeatures::apply(const XboardFeature& feature) {
    version = 2;
    const auto found = std::ranges::find(kSwitches, feature.name, &Switch::name);
    if (found != std::end(kSwitches))
        this->*found->place = feature.value == "1";
    else if (feature.name == "myname")
        name = feature.value;
    else if (feature.name == "variants")
        variants = feature.value;
    else if (feature.name == "option")
        options.push_back(feature.value.substr(0, feature.value.find(" -")));
    else
        return feature.name == "done" || feature.name == "name" || feature.name == "debug";
    return true;
}

}  // namespace castellan
