// LinkCard: an address to be passed on: to copy, to share, or for the camera of a phone.
import type { PassedOn } from '../model/protocol';
import { copyText } from '../state/clipboard';
import { QrCode } from './qr-code';

interface LinkCardProps {
  label: string; // what the address is for: "Invitation"
  link: PassedOn;
}

function share(url: string): void {
  navigator.share({ url }).catch(() => {}); // who changes their mind has not failed
}

export function LinkCard({ label, link: { url, qr } }: LinkCardProps) {
  return (
    <div class="link-card">
      <QrCode rows={qr} label={`${label} as a QR code`} />
      <div class="link-words">
        <label class="field">
          <span>{label}</span>
          <input
            type="text"
            readOnly
            value={url}
            spellcheck={false}
            onFocus={event => event.currentTarget.select()}
          />
        </label>
        <div class="buttons">
          <button type="button" class="button primary" onClick={() => void copyText(url, 'Link')}>
            Copy
          </button>
          {/* Browsers have it only where the connection is safe. */}
          {'share' in navigator && (
            <button type="button" class="button" onClick={() => share(url)}>
              Share
            </button>
          )}
        </div>
      </div>
    </div>
  );
}
