// A program without Fathom, or in a browser: there are no tables, and it says so.
#include "tablebase/tablebase.h"

namespace castellan {

Result<Tablebase::Pointer, TablebaseError> Tablebase::load(std::string_view) {
    return fail(TablebaseError::not_built_in, "this program was built without tablebases");
}

}  // namespace castellan
