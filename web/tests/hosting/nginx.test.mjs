// Two people apart behind a real nginx that speaks TLS, with the configuration that is shipped.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { chromium } from 'playwright-core';
import { Server } from '../browser/server.mjs';

const kName = 'chess.example.org';
const folder = mkdtempSync(join(tmpdir(), 'castellan-nginx-'));
const kDesktop = { width: 1280, height: 800 };
const kPhone = { width: 390, height: 844 };

async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await new Promise(resolve => probe.on('listening', resolve));
  const { port } = probe.address();
  await new Promise(resolve => probe.close(resolve));
  return port;
}

function makeCertificate() {
  const files = { key: join(folder, 'key.pem'), certificate: join(folder, 'cert.pem') };
  const words = `req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=${kName}`.split(' ');
  execFileSync('openssl', [...words, '-keyout', files.key, '-out', files.certificate], {
    stdio: 'ignore',
  });
  return files;
}

/** What packaging/hosting/nginx.conf says, on other ports and with other files. */
function configuration(port, plainPort, backend, { key, certificate }) {
  const shipped = readFileSync(new URL('../../../packaging/hosting/nginx.conf', import.meta.url), 'utf8');
  const site = shipped
    .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
    .replace('listen 80', `listen 127.0.0.1:${plainPort}`)
    .replace(/ssl_certificate .*;/, `ssl_certificate ${certificate};`)
    .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${key};`)
    .replace('127.0.0.1:8712', `127.0.0.1:${backend}`)
    .replaceAll('/var/log/nginx/castellan.log', join(folder, 'access.log'));
  return `daemon off;
master_process off;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
events {}
http {
  access_log off;
  client_body_temp_path ${folder};
  proxy_temp_path ${folder};
  fastcgi_temp_path ${folder};
  uwsgi_temp_path ${folder};
  scgi_temp_path ${folder};
${site}
}
`;
}

let server;
let nginx;
let browser;
let port;

before(async () => {
  const plainPort = await freePort();
  port = await freePort();
  server = new Server('--public-url', `https://${kName}:${port}`);
  await server.start();
  const file = join(folder, 'nginx.conf');
  writeFileSync(file, configuration(port, plainPort, server.port, makeCertificate()));
  nginx = spawn(process.env.NGINX_PROGRAM, ['-c', file, '-p', folder, '-e', join(folder, 'error.log')], {
    stdio: 'inherit',
  });
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', `--host-resolver-rules=MAP ${kName} 127.0.0.1`],
  });
});

after(async () => {
  await browser?.close();
  nginx?.kill();
  await server?.remove();
  rmSync(folder, { recursive: true, force: true });
});

async function visit(address, viewport) {
  const context = await browser.newContext({ viewport, ignoreHTTPSErrors: true });
  context.setDefaultTimeout(10_000);
  const page = await context.newPage();
  const complaints = [];
  page.on('console', message => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', error => complaints.push(String(error)));
  for (let patience = 50; ; --patience)
    try {
      await page.goto(address);
      break;
    } catch (error) {
      if (patience === 0) throw error; // nginx takes a moment to begin
      await page.waitForTimeout(100);
    }
  complaints.length = 0;
  return { context, page, complaints };
}

async function tellName(page, name) {
  await page.getByRole('textbox').fill(name);
  await page.keyboard.press('Enter');
}

async function move(page, text, ply) {
  await page.getByLabel('Type a move').fill(text);
  await page.keyboard.press('Enter');
  await page.waitForFunction(
    wanted => document.querySelectorAll('.moves button').length >= wanted,
    ply,
  );
}

test('two people play by link over TLS', { timeout: 60_000 }, async () => {
  const ann = await visit(server.address, kDesktop);
  await tellName(ann.page, 'Ann');
  await ann.page.getByRole('form', { name: 'New game' }).waitFor();
  const [cookie] = await ann.context.cookies();
  assert.deepEqual(
    { name: cookie.name, httpOnly: cookie.httpOnly, secure: cookie.secure, sameSite: cookie.sameSite },
    { name: 'castellan', httpOnly: true, secure: true, sameSite: 'Strict' },
  );
  await ann.page.getByRole('radio', { name: /^Friend.*by link/ }).check();
  await ann.page.getByRole('radio', { name: 'White', exact: true }).check();
  await ann.page.getByRole('form', { name: 'New game' }).getByRole('button').last().click();
  const link = await ann.page.getByRole('textbox', { name: /link/i }).inputValue();
  assert.ok(link.startsWith(`https://${kName}:${port}/?game=`), link);

  const bob = await visit(link, kPhone);
  await tellName(bob.page, 'Bob');
  await bob.page.waitForURL(/#\/play\/\d+$/);
  const players = [ann.page, bob.page];
  for (const [ply, text] of ['f3', 'e5', 'g4', 'Qh4'].entries()) {
    await move(players[ply % 2], text, ply + 1);
    await players[1 - (ply % 2)].waitForFunction(
      wanted => document.querySelectorAll('.moves button').length >= wanted,
      ply + 1,
    );
  }
  for (const { page, complaints } of [ann, bob]) {
    await page.getByRole('region', { name: 'Result' }).getByText('0-1').waitFor();
    assert.deepEqual(complaints, []);
  }
  const log = readFileSync(join(folder, 'access.log'), 'utf8');
  assert.ok(log.includes('POST /api/enter 200'), log);
  assert.ok(!/[0-9a-f]{32}/.test(log), 'a secret is in the log');
});
