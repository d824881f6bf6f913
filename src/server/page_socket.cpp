#include "server/page_socket.h"

namespace castellan {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace websocket = beast::websocket;
using ErrorCode = boost::system::error_code;
using namespace std::chrono_literals;

constexpr std::size_t kLongestMessage = 8 * 1024;
constexpr std::size_t kLongestBacklog = 4 * 1024 * 1024;  // of a page that does not read
constexpr double kMessagesPerSecond = 20;
constexpr double kMessagesAtOnce = 40;
constexpr auto kTimeForHandshake = 10s;
constexpr auto kIdleTime = 10s;

}  // namespace

PageSocket::PageSocket(beast::tcp_stream stream, Settings settings)
    : stream_{std::move(stream)},
      settings_{std::move(settings)},
      limit_{kMessagesPerSecond, kMessagesAtOnce} {}

std::string PageSocket::name() const {
    return settings_.name.empty() ? Client::name() : settings_.name;
}

void PageSocket::send(Message message) noexcept {
    backlog_ += message->size();
    // It does not read what it is sent.
    if (backlog_ > kLongestBacklog) return hang_up();
    try {
        outgoing_.push_back(std::move(message));
        if (!is_waiting_) settings_.on_waiting(shared_from_this());
        is_waiting_ = true;
    } catch (const std::exception&) {
        hang_up();
    }
}

void PageSocket::start_writing() noexcept {
    is_waiting_ = false;
    ready_ = outgoing_.size();
    if (std::exchange(is_writing_, true)) return;
    try {
        asio::co_spawn(
            stream_.get_executor(), [self = shared_from_this()] { return self->write(); },
            [self = shared_from_this()](const std::exception_ptr& failure) {
                if (failure) self->hang_up();
            });
    } catch (const std::exception&) {
        hang_up();
    }
}

Task<> PageSocket::write() {
    ErrorCode error;
    stream_.text(true);
    while (ready_ > 0 && !error) {
        const Message message = outgoing_.front();
        outgoing_.pop_front();
        --ready_;
        co_await stream_.async_write(asio::buffer(*message), into(error));
        backlog_ -= message->size();
    }
    is_writing_ = false;
}

Task<bool> PageSocket::accept(const Request& request) {
    stream_.set_option(websocket::stream_base::timeout{kTimeForHandshake, kIdleTime, true});
    stream_.read_message_max(kLongestMessage);
    ErrorCode error;
    co_await stream_.async_accept(request, into(error));
    co_return !error;
}

Task<std::optional<std::string>> PageSocket::read() {
    beast::flat_buffer buffer;
    ErrorCode error;
    co_await stream_.async_read(buffer, into(error));
    if (error) co_return std::nullopt;
    if (!stream_.got_text()) {
        co_await close(websocket::close_code::unknown_data);
        co_return std::nullopt;
    }
    if (!limit_.take()) {
        co_await close(websocket::close_code::policy_error);
        co_return std::nullopt;
    }
    co_return beast::buffers_to_string(buffer.data());
}

Task<> PageSocket::close(websocket::close_code code) {
    ErrorCode error;
    co_await stream_.async_close(code, into(error));
}

void PageSocket::hang_up() noexcept {
    ErrorCode ignored;
    beast::get_lowest_layer(stream_).socket().close(ignored);
}

}  // namespace castellan
