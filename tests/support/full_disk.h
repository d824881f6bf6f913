// FullDisk: for tests. While it lives, no file of this process grows.
#pragma once

#include <sys/resource.h>

#include <csignal>

namespace castellan {

class FullDisk {
  public:
    FullDisk() {
        // What is written past the limit fails; without this it would end the process.
        former_handler_ = std::signal(SIGXFSZ, SIG_IGN);
        getrlimit(RLIMIT_FSIZE, &former_limit_);
        rlimit none = former_limit_;
        none.rlim_cur = 0;
        setrlimit(RLIMIT_FSIZE, &none);
    }
    ~FullDisk() {
        setrlimit(RLIMIT_FSIZE, &former_limit_);
        std::signal(SIGXFSZ, former_handler_);
    }
    FullDisk(const FullDisk&) = delete;
    FullDisk& operator=(const FullDisk&) = delete;

  private:
    void (*former_handler_)(int);
    rlimit former_limit_{};
};

}  // namespace castellan
