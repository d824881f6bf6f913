// The page that the server shows, as the build has put it into the program.
#pragma once

#include <span>
#include <string_view>

namespace castellan {

struct PageFile {
    std::string_view path;  // "/app.js"
    std::string_view type;  // "text/javascript; charset=utf-8"
    std::string_view plain;
    std::string_view gzipped;
};

/// Empty if the program was built without the page.
std::span<const PageFile> page_files();

}  // namespace castellan
