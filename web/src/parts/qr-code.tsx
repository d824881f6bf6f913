// QrCode: an address for the camera of a phone. Always dark on white, whatever the theme: some
// readers want it so.
import { drawQr } from '../model/qr';

export function QrCode({ rows, label }: { rows: string; label: string }) {
  const { size, path } = drawQr(rows);
  return (
    <svg class="qr-code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
