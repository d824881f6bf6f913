// What an XBoard engine says about itself in its feature lines.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace castellan {

struct XboardFeature {
    std::string name;
    std::string value;

    friend bool operator==(const XboardFeature&, const XboardFeature&) = default;
};

/// The name=value pairs behind the word `feature`; values with blanks stand in quotes.
std::vector<XboardFeature> parse_features(std::string_view words);

struct XboardFeatures {
    int version = 1;  // of the protocol: 2 has feature lines
    std::string name;
    std::string variants = "normal";
    bool ping = false;
    bool setboard = false;
    bool usermove = false;
    bool san = false;
    bool time = true;
    bool reuse = true;
    bool nps = false;
    bool memory = false;
    bool smp = false;
    std::vector<std::string> options;

    /// Takes a feature over; false if it means nothing to us and is to be rejected.
    bool apply(const XboardFeature& feature);
};

}  // namespace castellan
