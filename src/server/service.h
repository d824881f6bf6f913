// Service: what stands behind WebServer: sockets and requests, around one lobby. One thread does
// everything but think.
#pragma once

#include <set>

#include "base/memory_reserve.h"
#include "server/page_socket.h"
#include "server/request_guard.h"
#include "server/web_server.h"

namespace castellan {

class WebServer::Service {
  public:
    Service(ServerSettings settings, GameStore* store, std::string notice);

    Result<void, ServerError> listen();
    std::string own_url() const;
    std::string invitation_url() const;
    void run();

  private:
    class Visit;
    using Stream = boost::beast::tcp_stream;
    using Parser = boost::beast::http::request_parser<boost::beast::http::string_body>;

    std::string authority(const std::string& host) const;
    /// Under which others find the server: "http://192.168.1.20:8712".
    std::string address() const;
    RequestGuard make_guard() const;
    Task<> accept();
    Task<> serve(boost::asio::ip::tcp::socket socket);
    Task<bool> read_body(Stream& stream, boost::beast::flat_buffer& buffer, Parser& parser,
                         Response& refusal);
    Task<> talk(Stream stream, Request request, PersonId person);
    Task<> say_goodbye();

    // In service_api.cpp:
    /// The answer; none if it has been written already, in pieces.
    Task<std::optional<Response>> respond(Stream& stream, const Request& request,
                                          const RequestHead& head);
    Response page(const Request& request, const RequestHead& head);
    Response enter(const Request& request, const RequestHead& head);
    Response metrics(const Request& request, std::optional<PersonId> person);
    Task<Response> import(const Request& request, PersonId owner);
    Task<std::optional<Response>> export_games(Stream& stream, const Request& request,
                                               PersonId person);

    void start_accepting();
    void do_now(const std::function<void()>& work);
    void settle();
    void recover() noexcept;
    void set_alarm();

    ServerSettings settings_;
    MemoryReserve reserve_;
    boost::asio::io_context io_{1};
    boost::asio::ip::tcp::acceptor acceptor_{io_};
    boost::asio::signal_set signals_{io_, SIGINT, SIGTERM};
    boost::asio::steady_timer alarm_{io_};
    std::size_t connections_ = 0;
    int uploads_ = 0;
    std::set<PersonId> importing_;
    std::uint64_t clients_so_far_ = 0;
    bool is_closing_ = false;
    bool is_unsettled_ = false;
    bool is_deaf_ = false;  // nobody is accepted, for want of memory
    std::set<PageSocket*> sockets_;
    std::vector<std::shared_ptr<PageSocket>> to_write_;  // once what they are told is on the disk
    std::optional<RequestGuard> guard_;
    OpeningNames names_;
    Lobby lobby_;
    std::shared_ptr<bool> is_here_ = std::make_shared<bool>(true);  // for visits that end later
};

}  // namespace castellan
