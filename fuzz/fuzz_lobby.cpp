// Any lines as what pages send over their WebSockets: each gets its answer, and every text that
// comes back is JSON.
#include "fuzz/fuzz_check.h"
#include "house/lobby.h"

using namespace castellan;

namespace {

class Listener final : public Client {
  public:
    void send(Message message) noexcept override {
        const Json json = Json::parse(*message, nullptr, false);
        FUZZ_CHECK(json.is_object());
        answers += json.contains("re") ? 1 : 0;
    }
    std::uint64_t number() const override { return 1; }
    int answers = 0;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const OpeningNames names;
    Listener listener;
    // Engines may think, but nobody hears their answers: people play here.
    Lobby lobby{
        LobbySettings{.thinkers = {.threads = {1, 1, 1}},
                      .most_rooms = 20,
                      .people = {.are_several = true, .invitation = "i", .host_secret = "h"}},
        names, nullptr, "nothing is kept", [](const std::function<void()>&) {}};
    lobby.connect(listener);
    std::string_view rest = text_of(data, size);
    int lines = 0;
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        lobby.receive(listener, rest.substr(0, end));
        FUZZ_CHECK(listener.answers == ++lines);
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    lobby.tick();
    lobby.disconnect(listener);
    return 0;
}
