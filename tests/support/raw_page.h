// Clients of castellan serve, on raw sockets: no library helps them to behave.
#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <nlohmann/json.hpp>
#include <optional>
#include <random>
#include <string>
#include <vector>

namespace castellan {

using Json = nlohmann::json;
using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

class Connection {
  public:
    explicit Connection(int port) {
        fd_ = socket(AF_INET, SOCK_STREAM, 0);
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_port = htons(static_cast<std::uint16_t>(port));
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        is_open_ = connect(fd_, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0;
    }
    ~Connection() {
        if (fd_ >= 0) close(fd_);
    }
    Connection(Connection&& other) noexcept
        : fd_{std::exchange(other.fd_, -1)},
          is_open_{other.is_open_},
          buffer_{std::move(other.buffer_)} {}
    Connection& operator=(Connection&&) = delete;

    bool is_open() const { return is_open_; }
    bool send(std::string_view text) {
        return ::send(fd_, text.data(), text.size(), MSG_NOSIGNAL) ==
               static_cast<ssize_t>(text.size());
    }
    /// One more piece; false at the end, or if nothing comes.
    bool receive(std::chrono::milliseconds patience = 15s) {
        pollfd source{fd_, POLLIN, 0};
        if (poll(&source, 1, static_cast<int>(patience.count())) <= 0) return false;
        char bytes[16'384];
        const ssize_t count = read(fd_, bytes, sizeof bytes);
        if (count <= 0) return false;
        buffer_.append(bytes, static_cast<std::size_t>(count));
        return true;
    }
    std::string& buffer() { return buffer_; }
    /// Until the other side hangs up; false if it does not within this time.
    bool waits_for_end(std::chrono::milliseconds patience) {
        const auto end = Clock::now() + patience;
        while (Clock::now() < end) {
            pollfd source{fd_, POLLIN, 0};
            const auto left =
                std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now());
            if (poll(&source, 1, static_cast<int>(std::max(left, 1ms).count())) <= 0) continue;
            char bytes[4'096];
            if (read(fd_, bytes, sizeof bytes) <= 0) return true;
        }
        return false;
    }

  private:
    int fd_ = -1;
    bool is_open_ = false;
    std::string buffer_;
};

/// The status of the answer to these bytes; 0 if there is none.
inline int status_of(int port, const std::string& request) {
    Connection connection{port};
    if (!connection.send(request)) return 0;
    while (connection.buffer().find("\r\n") == std::string::npos && connection.receive()) {
    }
    const std::string& answer = connection.buffer();
    return answer.starts_with("HTTP/1.") ? std::stoi(answer.substr(9, 3)) : 0;
}

/// All that is answered to these bytes, until the server hangs up or has sent what it promised.
inline std::string answer_to(int port, const std::string& request) {
    Connection connection{port};
    if (!connection.send(request)) return {};
    std::string& answer = connection.buffer();
    const auto is_whole = [&] {
        const std::size_t head = answer.find("\r\n\r\n");
        const std::size_t length = answer.find("Content-Length: ");
        return head != std::string::npos && length < head &&
               answer.size() >= head + 4 + std::stoul(answer.substr(length + 16));
    };
    while (!is_whole() && connection.receive()) {
    }
    return answer;
}

/// A request by somebody's browser to the server's own name.
inline std::string request(int port, const std::string& first_line, const std::string& key = "",
                           const std::string& body = "") {
    const std::string host = "127.0.0.1:" + std::to_string(port);
    return first_line + " HTTP/1.1\r\nHost: " + host +
           (key.empty() ? "" : "\r\nCookie: castellan=" + key) +
           (first_line.starts_with("POST") ? "\r\nOrigin: http://" + host + "\r\nContent-Length: " +
                                                 std::to_string(body.size())
                                           : "") +
           "\r\n\r\n" + body;
}

/// The secret in an address.
inline std::string secret_in(const std::string& url) { return url.substr(url.find('=') + 1); }

/// Comes in by a secret; the browser's key, or nothing.
inline std::string key_after(int port, const Json& wish, const std::string& known = "") {
    const std::string answer =
        answer_to(port, request(port, "POST /api/enter", known, wish.dump()));
    const std::size_t at = answer.find("castellan=");
    return at == std::string::npos ? "" : answer.substr(at + 10, 32);
}

/// A page's side of a WebSocket.
class Page {
  public:
    Page(int port, const std::string& origin, const std::string& host,
         const std::string& target = "/ws", const std::string& key = "")
        : connection_{port} {
        connection_.send("GET " + target + " HTTP/1.1\r\nHost: " + host +
                         "\r\nUpgrade: websocket\r\n" +
                         "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n" +
                         "Sec-WebSocket-Version: 13\r\n" +
                         (key.empty() ? "" : "Cookie: castellan=" + key + "\r\n") +
                         (origin.empty() ? "" : "Origin: " + origin + "\r\n") + "\r\n");
        std::string& buffer = connection_.buffer();
        while (buffer.find("\r\n\r\n") == std::string::npos && connection_.receive()) {
        }
        is_open_ = buffer.starts_with("HTTP/1.1 101");
        buffer.erase(0, std::min(buffer.find("\r\n\r\n") + 4, buffer.size()));
    }
    explicit Page(int port, const std::string& target = "/ws") : Page{port, KnownBy{"", target}} {}
    /// Of somebody whose browser has this key.
    struct KnownBy {
        std::string key;
        std::string target = "/ws";
    };
    Page(int port, const KnownBy& who)
        : Page{port, "http://127.0.0.1:" + std::to_string(port),
               "127.0.0.1:" + std::to_string(port), who.target, who.key} {}

    bool is_open() const { return is_open_; }
    Connection& connection() { return connection_; }

    void send_frame(int opcode, std::string_view payload) {
        std::string frame{static_cast<char>(0x80 | opcode)};
        if (payload.size() < 126) {
            frame += static_cast<char>(0x80 | payload.size());
        } else {
            frame += static_cast<char>(0x80 | 126);
            frame += static_cast<char>(payload.size() >> 8);
            frame += static_cast<char>(payload.size() & 0xFF);
        }
        frame.append(4, '\0');  // a mask that changes nothing
        frame += payload;
        connection_.send(frame);
    }
    void send(const Json& command) { send_frame(1, command.dump()); }

    /// The next text; pings are answered, a close ends it and leaves its code.
    std::optional<Json> next() {
        std::string& buffer = connection_.buffer();
        const auto end = Clock::now() + 15s;
        while (Clock::now() < end) {
            if (const auto frame = take_frame(buffer)) {
                const int opcode = frame->first;
                if (opcode == 9) send_frame(10, frame->second);
                if (opcode == 8 && frame->second.size() >= 2)
                    close_code_ = static_cast<unsigned char>(frame->second[0]) * 256 +
                                  static_cast<unsigned char>(frame->second[1]);
                if (opcode == 8) return std::nullopt;
                // A long text comes in several frames.
                if (opcode == 0 || opcode == 1) text_ += frame->second;
                if ((opcode == 0 || opcode == 1) && is_last_)
                    return Json::parse(std::exchange(text_, {}));
                continue;
            }
            if (!connection_.receive()) break;
        }
        return std::nullopt;
    }
    /// Sends a command and reads until its answer; events before it are kept.
    Json ask(Json command) {
        const std::string id = prefix_ + std::to_string(++ids_);
        command["id"] = id;
        send(command);
        while (const auto message = next()) {
            if (message->value("re", "") == id) return *message;
            events.push_back(*message);
        }
        return nullptr;
    }
    int close_code() const { return close_code_; }
    std::vector<Json> events;

  private:
    std::optional<std::pair<int, std::string>> take_frame(std::string& buffer) {
        if (buffer.size() < 2) return std::nullopt;
        std::size_t length = static_cast<unsigned char>(buffer[1]) & 0x7F;
        std::size_t head = 2;
        const std::size_t wide = length == 126 ? 2 : length == 127 ? 8 : 0;
        if (buffer.size() < head + wide) return std::nullopt;
        if (wide > 0) length = 0;
        for (std::size_t i = 0; i < wide; ++i)
            length = length * 256 + static_cast<unsigned char>(buffer[head + i]);
        head += wide;
        if (buffer.size() < head + length) return std::nullopt;
        is_last_ = (buffer[0] & 0x80) != 0;
        std::pair<int, std::string> frame{buffer[0] & 0x0F, buffer.substr(head, length)};
        buffer.erase(0, head + length);
        return frame;
    }

    Connection connection_;
    bool is_open_ = false;
    bool is_last_ = true;  // of the frames of a text
    std::string text_;
    int close_code_ = 0;
    /// No two pages use the same ids.
    std::string prefix_ = std::to_string(std::random_device{}()) + '-';
    int ids_ = 0;
};

}  // namespace castellan
