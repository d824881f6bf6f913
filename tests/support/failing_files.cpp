#include "tests/support/failing_files.h"

#include <sqlite3.h>

#include <limits>
#include <new>

namespace castellan {
namespace {

// SQLite's callbacks reach no object of ours but this one.
struct Faults {
    std::int64_t operations = 0;
    std::int64_t first = std::numeric_limits<std::int64_t>::max();
    bool is_for_good = false;
};
Faults faults;

bool fails() {
    const std::int64_t now = faults.operations++;
    return now == faults.first || (faults.is_for_good && now > faults.first);
}

sqlite3_vfs* real_vfs() { return sqlite3_vfs_find("unix"); }

/// SQLite gives us room for this and for the real file behind it.
struct WrappedFile {
    sqlite3_file base;
    sqlite3_file* real() { return reinterpret_cast<sqlite3_file*>(this + 1); }
};

sqlite3_file* real(sqlite3_file* file) { return reinterpret_cast<WrappedFile*>(file)->real(); }
const sqlite3_io_methods* methods(sqlite3_file* file) { return real(file)->pMethods; }

constexpr int kMethodsVersion = 2;  // with the shared memory of write-ahead logs

const sqlite3_io_methods kMethods = {
    .iVersion = kMethodsVersion,
    .xClose = [](sqlite3_file* f) { return methods(f)->xClose(real(f)); },
    .xRead =
        [](sqlite3_file* f, void* to, int size, sqlite3_int64 at) {
            return fails() ? SQLITE_IOERR_READ : methods(f)->xRead(real(f), to, size, at);
        },
    .xWrite =
        [](sqlite3_file* f, const void* from, int size, sqlite3_int64 at) {
            return fails() ? SQLITE_IOERR_WRITE : methods(f)->xWrite(real(f), from, size, at);
        },
    .xTruncate =
        [](sqlite3_file* f, sqlite3_int64 size) {
            return fails() ? SQLITE_IOERR_TRUNCATE : methods(f)->xTruncate(real(f), size);
        },
    .xSync =
        [](sqlite3_file* f, int flags) {
            return fails() ? SQLITE_IOERR_FSYNC : methods(f)->xSync(real(f), flags);
        },
    .xFileSize =
        [](sqlite3_file* f, sqlite3_int64* size) {
            return fails() ? SQLITE_IOERR_FSTAT : methods(f)->xFileSize(real(f), size);
        },
    .xLock =
        [](sqlite3_file* f, int level) {
            return fails() ? SQLITE_IOERR_LOCK : methods(f)->xLock(real(f), level);
        },
    .xUnlock = [](sqlite3_file* f, int level) { return methods(f)->xUnlock(real(f), level); },
    .xCheckReservedLock = [](sqlite3_file* f,
                             int* out) { return methods(f)->xCheckReservedLock(real(f), out); },
    .xFileControl =
        [](sqlite3_file* f, int operation, void* argument) {
            return methods(f)->xFileControl(real(f), operation, argument);
        },
    .xSectorSize = [](sqlite3_file* f) { return methods(f)->xSectorSize(real(f)); },
    .xDeviceCharacteristics =
        [](sqlite3_file* f) { return methods(f)->xDeviceCharacteristics(real(f)); },
    .xShmMap =
        [](sqlite3_file* f, int page, int size, int extend, void volatile** out) {
            return fails() ? SQLITE_IOERR_SHMMAP
                           : methods(f)->xShmMap(real(f), page, size, extend, out);
        },
    .xShmLock =
        [](sqlite3_file* f, int offset, int count, int flags) {
            const bool is_unlock = (flags & SQLITE_SHM_UNLOCK) != 0;
            return !is_unlock && fails() ? SQLITE_IOERR_SHMLOCK
                                         : methods(f)->xShmLock(real(f), offset, count, flags);
        },
    .xShmBarrier = [](sqlite3_file* f) { methods(f)->xShmBarrier(real(f)); },
    .xShmUnmap = [](sqlite3_file* f,
                    int is_last) { return methods(f)->xShmUnmap(real(f), is_last); },
    .xFetch = nullptr,
    .xUnfetch = nullptr,
};

int open_file(sqlite3_vfs*, const char* name, sqlite3_file* file, int flags, int* out) {
    file->pMethods = nullptr;
    if (fails()) return SQLITE_CANTOPEN;
    auto* const wrapped = new (file) WrappedFile{};
    const int code = real_vfs()->xOpen(real_vfs(), name, wrapped->real(), flags, out);
    if (wrapped->real()->pMethods != nullptr) file->pMethods = &kMethods;
    return code;
}

int delete_file(sqlite3_vfs*, const char* name, int syncs) {
    return fails() ? SQLITE_IOERR_DELETE : real_vfs()->xDelete(real_vfs(), name, syncs);
}

int access_file(sqlite3_vfs*, const char* name, int flags, int* out) {
    return fails() ? SQLITE_IOERR_ACCESS : real_vfs()->xAccess(real_vfs(), name, flags, out);
}

sqlite3_vfs& failing_vfs() {
    static sqlite3_vfs vfs = [] {
        sqlite3_vfs copy = *real_vfs();
        copy.pNext = nullptr;
        copy.zName = "failing";
        copy.szOsFile += static_cast<int>(sizeof(WrappedFile));
        copy.xOpen = open_file;
        copy.xDelete = delete_file;
        copy.xAccess = access_file;
        return copy;
    }();
    return vfs;
}

}  // namespace

FailingFiles::FailingFiles() {
    sqlite3_initialize();
    work_again();
    sqlite3_vfs_register(&failing_vfs(), 1);
}

FailingFiles::~FailingFiles() {
    work_again();
    sqlite3_vfs_unregister(&failing_vfs());
    sqlite3_vfs_register(real_vfs(), 1);
}

void FailingFiles::fail_after(std::int64_t before, bool for_good) {
    faults = {0, before, for_good};
}

void FailingFiles::work_again() { faults = {}; }

std::int64_t FailingFiles::operations() { return faults.operations; }

}  // namespace castellan
