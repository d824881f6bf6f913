// Builds the page into dist/, or with --test the unit tests into dist-test/. With --contract, only
// the contract with the server as TypeScript, for the type checker.
import { build } from 'esbuild';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const kLargestPage = 60_000; // bytes of HTML, script and styles after gzip

const bundling = {
  bundle: true,
  target: 'es2021',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  logLevel: 'warning',
};

/** The tests in one folder of src/; files beside the folders have none. */
function testsIn(folder) {
  if (folder.includes('.')) return [];
  return readdirSync(`src/${folder}`)
    .filter(file => file.endsWith('.test.ts'))
    .map(file => `src/${folder}/${file}`);
}

const kContract = '../tests/data/web';

/** JSON that claims to be of a type. An import would lose that `type` is one of a few words. */
const claim = (value, type) => `${JSON.stringify(value)} satisfies ${type}`;

function heardText(message, said) {
  if (!('re' in message)) return claim(message, 'ServerMessage');
  return claim(message, message.ok ? `Accepted<'${said.do}'>` : 'Refused');
}

function stepText({ say, hear, ...rest }) {
  const said = say ? `say: ${claim(say, 'Said')}, ` : '';
  const heard = hear.map(message => heardText(message, say)).join(',\n    ');
  return `  { ...${claim(rest, 'StepHead')}, ${said}hear: [\n    ${heard}] }`;
}

/** The conversations of tests/data/web, so that the type checker reads each message of them. */
function writeContract() {
  const entries = readdirSync(kContract)
    .filter(file => file.endsWith('.json'))
    .map(file => {
      const { steps } = JSON.parse(readFileSync(`${kContract}/${file}`, 'utf8'));
      return `'${file.replace('.json', '')}': [\n${steps.map(stepText).join(',\n')}]`;
    });
  rmSync('dist-test', { recursive: true, force: true });
  mkdirSync('dist-test');
  writeFileSync(
    'dist-test/contract.ts',
    `// Made by build.mjs from tests/data/web.
import type { Accepted, Refused, ServerMessage } from '../src/model/protocol';
import type { Said, Step, StepHead } from '../src/state/conversation';

export const conversations: Record<string, Step[]> = {
${entries.join(',\n')}
};
`,
  );
}

async function buildTests() {
  writeContract();
  await build({
    ...bundling,
    entryPoints: readdirSync('src').flatMap(testsIn),
    entryNames: '[name]',
    outdir: 'dist-test',
    outExtension: { '.js': '.mjs' },
    platform: 'node',
    format: 'esm',
  });
}

async function buildPage() {
  rmSync('dist', { recursive: true, force: true });
  await build({
    ...bundling,
    entryPoints: { app: 'src/main.tsx' },
    outdir: 'dist',
    format: 'esm',
    minify: true,
    legalComments: 'none',
  });
  await build({
    entryPoints: { app: 'src/styles/app.css' },
    outdir: 'dist',
    bundle: true,
    minify: true,
    logLevel: 'warning',
  });
  cpSync('public', 'dist', { recursive: true });
  unpackPieces('cburnett');
  checkSize();
}

/** The content security policy allows no data: addresses, so each piece becomes a file. */
function unpackPieces(set) {
  const packed = readFileSync(
    `node_modules/@lichess-org/chessground/assets/chessground.${set}.css`,
    'utf8',
  );
  mkdirSync(`dist/pieces/${set}`, { recursive: true });
  let rules = '';
  for (const [, role, color, image] of packed.matchAll(
    /piece\.(\w+)\.(\w+) \{\s*background-image: url\('data:image\/svg\+xml;base64,([^']+)'\)/g,
  )) {
    const file = `pieces/${set}/${color}-${role}.svg`;
    writeFileSync(`dist/${file}`, Buffer.from(image, 'base64'));
    rules += `.${role}.${color}{background-image:url(/${file})}\n`;
  }
  if (rules.split('\n').length !== 13) throw new Error(`the ${set} set does not have 12 pieces`);
  writeFileSync(`dist/pieces/${set}.css`, rules);
}

function checkSize() {
  const sizes = ['index.html', 'app.js', 'app.css'].map(file => [
    file,
    gzipSync(readFileSync(`dist/${file}`), { level: 9 }).length,
  ]);
  const total = sizes.reduce((sum, [, bytes]) => sum + bytes, 0);
  console.log(sizes.map(([file, bytes]) => `${file} ${bytes}`).join(', ') + `: ${total} bytes`);
  if (total > kLargestPage) throw new Error(`more than ${kLargestPage} bytes`);
}

if (process.argv.includes('--contract')) writeContract();
else await (process.argv.includes('--test') ? buildTests() : buildPage());
