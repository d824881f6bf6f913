// Moves read out loud by the browser's own voice.
import { settings } from './settings';

/** Voices of the network are left alone: nothing leaves this computer. */
function localVoice(): SpeechSynthesisVoice | undefined {
  return speechSynthesis
    .getVoices()
    .find(voice => voice.localService && voice.lang.startsWith('en'));
}

export function speak(text: string): void {
  if (settings.value.speech !== 'on' || !('speechSynthesis' in window)) return;
  const voice = localVoice();
  if (!voice) return;
  const utterance = new SpeechSynthesisUtterance(text);
  utterance.voice = voice;
  utterance.volume = Number(settings.value.volume) / 100;
  speechSynthesis.speak(utterance);
}
