// The QR codes that the server sends, rows of 0 and 1, as something to draw.

/** Light modules that a reader needs around the code. */
const kQuietZone = 4;

export interface QrDrawing {
  size: number; // in modules, with the quiet zone
  path: string; // all dark modules as one SVG path
}

/** One rectangle for each run of dark modules: fewer edges than one for each module. */
export function drawQr(rows: string): QrDrawing {
  const lines = rows.trim().split('\n');
  let path = '';
  lines.forEach((line, y) => {
    for (const { 0: run, index: x = 0 } of line.matchAll(/1+/g))
      path += `M${x + kQuietZone} ${y + kQuietZone}h${run.length}v1h-${run.length}z`;
  });
  return { size: lines.length + 2 * kQuietZone, path };
}
