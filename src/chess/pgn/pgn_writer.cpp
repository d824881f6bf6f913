#include "chess/pgn/pgn_writer.h"

#include <algorithm>

#include "base/text.h"
#include "chess/notation/fen.h"
#include "chess/notation/san.h"
#include "chess/pgn/pgn_tag.h"

namespace castellan {
namespace {

constexpr std::size_t kLineWidth = 79;

struct RosterTag {
    std::string_view name;
    std::string_view unknown;
};
constexpr RosterTag kRoster[] = {{"Event", "?"}, {"Site", "?"},  {"Date", "????.??.??"},
                                 {"Round", "?"}, {"White", "?"}, {"Black", "?"}};

/// Words, broken into lines where the next one would not fit.
class Paragraph {
  public:
    explicit Paragraph(std::string& text) : text_{text} {}

    void add(std::string_view word) {
        if (!is_glued_) end_word();
        word_ += word;
        is_glued_ = false;
    }
    /// What comes next belongs to the same word.
    void glue() { is_glued_ = true; }

    void end_word() {
        if (word_.empty()) return;
        if (column_ > 0) {
            const bool fits = column_ + 1 + word_.size() <= kLineWidth;
            text_ += fits ? ' ' : '\n';
            column_ = fits ? column_ + 1 : 0;
        }
        text_ += word_;
        column_ += word_.size();
        word_.clear();
    }

  private:
    std::string& text_;
    std::string word_;  // held back, because something may be glued to it
    std::size_t column_ = 0;
    bool is_glued_ = false;
};

class TreeWriter {
  public:
    TreeWriter(const PgnGame& game, std::string& text) : game_{game}, paragraph_{text} {}

    void write() {
        write_comment(game_.nodes[kPgnRoot].comment);
        write_line(game_.start, game_.nodes[kPgnRoot].first_child);
        paragraph_.add(to_text(game_.result));
        paragraph_.end_word();
    }

  private:
    const PgnNode& node(PgnNodeId id) const { return game_.nodes[id]; }

    /// The line that starts with this move, each move followed by its alternatives.
    void write_line(Position position, PgnNodeId id) {
        bool needs_number = true;
        for (; id != 0; id = node(id).first_child) {
            write_comment(node(id).comment_before);
            write_move(position, node(id), needs_number);
            needs_number = !node(id).comment.empty();

            // Only the first child of a node carries its siblings; theirs are written with it.
            if (game_.nodes[node(id).parent].first_child == id)
                for (PgnNodeId other = node(id).next_sibling; other != 0;
                     other = node(other).next_sibling) {
                    write_variation(position, other);
                    needs_number = true;
                }
            position = node(id).move ? position.after(node(id).move) : position.after_null();
        }
    }

    void write_variation(const Position& position, PgnNodeId id) {
        paragraph_.add("(");
        paragraph_.glue();
        write_line(position, id);
        paragraph_.glue();
        paragraph_.add(")");
    }

    void write_move(const Position& position, const PgnNode& played, bool needs_number) {
        const bool is_white = position.side_to_move() == Color::white;
        if (is_white || needs_number)
            paragraph_.add(std::to_string(position.fullmove_number()) + (is_white ? "." : "..."));
        paragraph_.add(to_san(position, played.move));
        for (const Nag nag : played.nags) paragraph_.add("$" + std::to_string(nag));
        write_comment(played.comment);
    }

    /// A comment cannot hold the brace that would end it.
    void write_comment(std::string_view comment) {
        if (comment.empty()) return;
        std::string text{comment};
        std::ranges::replace(text, '}', ')');
        paragraph_.add("{");
        paragraph_.glue();
        for (std::string_view rest = text;;) {
            const std::string_view word = take_word(rest);
            if (word.empty()) break;
            paragraph_.add(word);
        }
        paragraph_.glue();
        paragraph_.add("}");
    }

    const PgnGame& game_;
    Paragraph paragraph_;
};

std::vector<PgnTag> sorted_extra_tags(const PgnGame& game) {
    std::vector<PgnTag> extra;
    for (const PgnTag& tag : game.tags) {
        const bool is_roster =
            std::ranges::find(kRoster, tag.name, &RosterTag::name) != std::end(kRoster) ||
            tag.name == "Result";
        const bool is_derived = tag.name == "FEN" || tag.name == "SetUp";
        if (!is_roster && !is_derived) extra.push_back(tag);
    }
    const auto has = [&](std::string_view name) {
        return std::ranges::find(extra, name, &PgnTag::name) != extra.end();
    };
    const std::string fen = to_fen(game.start);
    if (fen != kStartFen) {
        extra.push_back({"FEN", fen});
        extra.push_back({"SetUp", "1"});
    }
    if (game.start.is_chess960() && !has("Variant")) extra.push_back({"Variant", "Chess960"});
    std::ranges::sort(extra, {}, &PgnTag::name);
    return extra;
}

}  // namespace

std::string to_pgn(const PgnGame& game) {
    std::string text;
    const auto add_tag = [&](std::string_view name, std::string_view value) {
        text += tag_text(name, value);
        text += '\n';
    };
    for (const RosterTag& tag : kRoster) {
        const std::string_view value = game.tag(tag.name);
        add_tag(tag.name, value.empty() ? tag.unknown : value);
    }
    add_tag("Result", to_text(game.result));
    for (const PgnTag& tag : sorted_extra_tags(game)) add_tag(tag.name, tag.value);
    text += '\n';
    TreeWriter{game, text}.write();
    text += "\n\n";
    return text;
}

}  // namespace castellan
