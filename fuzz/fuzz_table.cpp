// Any bytes as the head of a Syzygy table; the first byte says of which ending.
#include <algorithm>
#include <iterator>
#include <string>

#include "fuzz/fuzz_check.h"
#include "tablebase/syzygy/table_files.h"
#include "tablebase/syzygy/table_header.h"

using namespace castellan;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    constexpr std::string_view kMaterials[] = {"KQvK", "KRvKR", "KPvK", "KPvKP", "KRPvKR"};
    if (size == 0) return 0;
    const std::string_view material = kMaterials[data[0] / 2 % std::size(kMaterials)];
    FUZZ_CHECK(is_table_name(material));
    const bool has_distances = data[0] % 2 == 1;
    const std::string_view head = text_of(data + 1, size - 1);
    // A head that is sound stays so whatever follows it; eight bytes are too few for any.
    const bool is_sound = is_sound_head(head, material, has_distances);
    if (is_sound) FUZZ_CHECK(is_sound_head(std::string{head} + "more", material, has_distances));
    FUZZ_CHECK(!is_sound_head(head.substr(0, std::min<std::size_t>(head.size(), 8)), material,
                              has_distances));
    return 0;
}
