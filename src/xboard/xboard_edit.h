// XboardEdit: the old way to set up a position, piece by piece, between `edit` and a dot.
#pragma once

#include <string_view>

#include "chess/setup.h"

namespace castellan {

class XboardEdit {
  public:
    enum class Step { accepted, refused, finished };

    /// Begins with this board; `#` clears it. The side to move stays.
    explicit XboardEdit(const Setup& board);

    Step handle(std::string_view line);
    /// Castling is allowed where king and rook stand at home, unless `castle` said otherwise.
    Setup result() const;

  private:
    bool put_man(std::string_view text);
    bool set_castling(std::string_view letters);
    bool set_en_passant(std::string_view square);

    Setup setup_;
    Color color_ = Color::white;
    bool castling_is_given_ = false;
};

}  // namespace castellan
