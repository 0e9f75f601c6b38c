// A SQLite file system that fails on request: a full disk, failed writes or failed syncs. A successful sync does
// nothing, because no test simulates a power failure.
#pragma once

#include <atomic>
#include <cstring>

#include <sqlite3.h>

namespace parley::test {

// Replaces the default VFS during its lifetime. Connections that are opened during this time use it, and must be closed
// before the FaultyVfs is destroyed. Only one FaultyVfs may exist at a time.
class FaultyVfs {
 public:
  FaultyVfs() {
    below() = sqlite3_vfs_find(nullptr);
    vfs_ = *below();
    vfs_.zName = "faulty";
    vfs_.szOsFile = static_cast<int>(sizeof(File)) + below()->szOsFile;
    vfs_.xOpen = open;
    sqlite3_vfs_register(&vfs_, 1);
  }
  ~FaultyVfs() {
    sqlite3_vfs_unregister(&vfs_);
    sqlite3_vfs_register(below(), 1);
  }
  FaultyVfs(const FaultyVfs&) = delete;
  FaultyVfs& operator=(const FaultyVfs&) = delete;

  // Lets `calls` further writes, syncs and truncations succeed and the next `times` fail.
  void fail_after(int calls, int times = 1) {
    fail_from() = done() + calls;
    fail_until() = fail_from() + times;
  }
  void fail_never() { fail_from() = fail_until() = 0; }
  // Returns the number of writes, syncs and truncations so far.
  int calls() const { return done(); }

 private:
  struct File {
    sqlite3_file base;
    sqlite3_file* real() { return reinterpret_cast<sqlite3_file*>(this + 1); }
  };

  static sqlite3_vfs*& below() {
    static sqlite3_vfs* vfs = nullptr;
    return vfs;
  }
  static std::atomic<int>& done() {
    static std::atomic<int> count{0};
    return count;
  }
  static std::atomic<int>& fail_from() {
    static std::atomic<int> at{0};
    return at;
  }
  static std::atomic<int>& fail_until() {
    static std::atomic<int> at{0};
    return at;
  }

  static bool fails() {
    const int now = done()++;
    return fail_from() <= now && now < fail_until();
  }

  static sqlite3_file* real(sqlite3_file* file) { return reinterpret_cast<File*>(file)->real(); }

  static int open(sqlite3_vfs*, sqlite3_filename name, sqlite3_file* file, int flags, int* out_flags) {
    static const sqlite3_io_methods methods = make_methods();
    const int status = below()->xOpen(below(), name, real(file), flags, out_flags);
    file->pMethods = real(file)->pMethods ? &methods : nullptr;
    return status;
  }

  static sqlite3_io_methods make_methods() {
    sqlite3_io_methods m{};
    m.iVersion = 2;
    m.xClose = [](sqlite3_file* f) { return real(f)->pMethods->xClose(real(f)); };
    m.xRead = [](sqlite3_file* f, void* to, int n, sqlite3_int64 at) {
      return real(f)->pMethods->xRead(real(f), to, n, at);
    };
    // A full disk accepts the first half of the data.
    m.xWrite = [](sqlite3_file* f, const void* from, int n, sqlite3_int64 at) {
      if (!fails()) return real(f)->pMethods->xWrite(real(f), from, n, at);
      real(f)->pMethods->xWrite(real(f), from, n / 2, at);
      return SQLITE_FULL;
    };
    m.xTruncate = [](sqlite3_file* f, sqlite3_int64 size) {
      return fails() ? SQLITE_IOERR_TRUNCATE : real(f)->pMethods->xTruncate(real(f), size);
    };
    m.xSync = [](sqlite3_file*, int) { return fails() ? SQLITE_IOERR_FSYNC : SQLITE_OK; };
    m.xFileSize = [](sqlite3_file* f, sqlite3_int64* size) { return real(f)->pMethods->xFileSize(real(f), size); };
    m.xLock = [](sqlite3_file* f, int level) { return real(f)->pMethods->xLock(real(f), level); };
    m.xUnlock = [](sqlite3_file* f, int level) { return real(f)->pMethods->xUnlock(real(f), level); };
    m.xCheckReservedLock = [](sqlite3_file* f, int* out) {
      return real(f)->pMethods->xCheckReservedLock(real(f), out);
    };
    m.xFileControl = [](sqlite3_file* f, int op, void* arg) {
      return real(f)->pMethods->xFileControl(real(f), op, arg);
    };
    m.xSectorSize = [](sqlite3_file* f) { return real(f)->pMethods->xSectorSize(real(f)); };
    m.xDeviceCharacteristics = [](sqlite3_file* f) { return real(f)->pMethods->xDeviceCharacteristics(real(f)); };
    m.xShmMap = [](sqlite3_file* f, int page, int size, int extend, void volatile** out) {
      return real(f)->pMethods->xShmMap(real(f), page, size, extend, out);
    };
    m.xShmLock = [](sqlite3_file* f, int at, int n, int flags) {
      return real(f)->pMethods->xShmLock(real(f), at, n, flags);
    };
    m.xShmBarrier = [](sqlite3_file* f) { real(f)->pMethods->xShmBarrier(real(f)); };
    m.xShmUnmap = [](sqlite3_file* f, int remove) { return real(f)->pMethods->xShmUnmap(real(f), remove); };
    return m;
  }

  sqlite3_vfs vfs_{};
};

}  // namespace parley::test
