// DevicesSection: the part of the settings that lets a person come in elsewhere, or leave here.
import { useEffect } from 'preact/hooks';
import { AskButton } from '../parts/ask-button';
import { LinkCard } from '../parts/link-card';
import { deviceLink, dropDeviceLink, makeDeviceLink, signOut } from '../state/devices';

export function DevicesSection() {
  useEffect(() => dropDeviceLink, []); // whoever comes to this page later shall not find it
  return (
    <section aria-labelledby="devices">
      <h2 id="devices">Your devices</h2>
      <div class="buttons">
        <button type="button" class="button" onClick={() => void makeDeviceLink()}>
          Use on another device
        </button>
      </div>
      <div class="device-link" role="status">
        {deviceLink.value && (
          <>
            <LinkCard label="Link for your other device" link={deviceLink.value} />
            <p class="muted">
              Good for ten minutes. Whoever opens it plays as you, so it is for nobody else.
            </p>
          </>
        )}
      </div>
      <div class="buttons">
        <AskButton
          name="Sign out on this device"
          question="Sign out here?"
          yes="Yes, sign out"
          onYes={signOut}
        />
      </div>
    </section>
  );
}
