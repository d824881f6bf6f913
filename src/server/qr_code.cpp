#include "server/qr_code.h"

#include <qrencode.h>

#include <memory>
#include <vector>

namespace castellan {

std::string qr_rows(const std::string& text) {
    constexpr int kSmallestVersion = 0;  // whichever is enough
    const std::unique_ptr<QRcode, decltype(&QRcode_free)> code{
        QRcode_encodeString8bit(text.c_str(), kSmallestVersion, QR_ECLEVEL_M), &QRcode_free};
    if (!code) return {};
    std::string rows;
    for (int i = 0; i < code->width * code->width; ++i) {
        if (i > 0 && i % code->width == 0) rows += '\n';
        rows += (code->data[i] & 1) != 0 ? '1' : '0';
    }
    return rows;
}

std::string qr_for_terminal(std::string_view rows) {
    constexpr std::size_t kMargin = 2;
    const std::size_t width = rows.find('\n');
    if (width == std::string_view::npos) return {};
    const auto is_dark = [&](std::size_t x, std::size_t y) {
        if (x < kMargin || y < kMargin || x >= width + kMargin || y >= width + kMargin)
            return false;
        return rows[(y - kMargin) * (width + 1) + x - kMargin] == '1';
    };
    std::string text;
    for (std::size_t y = 0; y < width + 2 * kMargin; y += 2) {
        for (std::size_t x = 0; x < width + 2 * kMargin; ++x) {
            const bool upper = is_dark(x, y);
            const bool lower = is_dark(x, y + 1);
            text += upper ? (lower ? " " : "\u2584") : (lower ? "\u2580" : "\u2588");
        }
        text += '\n';
    }
    return text;
}

}  // namespace castellan
