// Which addresses are this machine's, and under which of them others find it.
#pragma once

#include <string>

namespace castellan {

/// Whether nobody but this machine can reach it.
bool is_loopback(const std::string& address);
/// 0.0.0.0 and ::, which nobody can type into a browser.
bool is_any_address(const std::string& address);
/// The address of this machine in its network, as far as one can tell; else 127.0.0.1.
std::string own_address();
/// ":80" is what http:// means anyway.
std::string without_usual_port(std::string authority);

}  // namespace castellan
