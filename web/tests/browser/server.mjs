// The real server program, started for a test on a data folder of its own.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export class Server {
  /** The folder outlives the process, so that another one can be started on it. */
  constructor(...options) {
    assert.ok(process.env.CASTELLAN, 'CASTELLAN names the program to test');
    this.folder = mkdtempSync(join(tmpdir(), 'castellan-web-'));
    this.port = 0;
    this.options = options;
  }

  async start() {
    this.process = spawn(
      process.env.CASTELLAN,
      ['serve', '--port', String(this.port), '--no-open', ...this.options],
      {
        env: { ...process.env, CASTELLAN_DATA: this.folder },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    const lines = createInterface({ input: this.process.stdout });
    const addresses = await Promise.race([
      this.readAddresses(lines),
      once(this.process, 'exit').then(([code]) => {
        throw new Error(`the server ended with ${code} before it was ready`);
      }),
    ]);
    [this.address, this.hostAddress] = addresses;
    this.port = Number(new URL(this.hostAddress ?? this.address).port);
  }

  /** Where others can come the first is the invitation, and the second makes a browser the host's. */
  readAddresses(lines) {
    const others = ['--listen', '--public-url'];
    const count = this.options.some(option => others.includes(option)) ? 2 : 1;
    const addresses = [];
    return new Promise(resolve => {
      lines.on('line', line => {
        const found = /https?:\S+/.exec(line);
        if (found && addresses.push(found[0]) === count) resolve(addresses);
      });
    });
  }

  /** SIGKILL leaves the program no time to tidy up. */
  async stop(signal = 'SIGTERM') {
    const ended = once(this.process, 'exit');
    this.process.kill(signal);
    await ended;
  }

  async remove() {
    await this.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
