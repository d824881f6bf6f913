// Sounds, made on the spot by Web Audio: wood on wood for moves, soft tones for news.
import { settings } from './settings';

export type Sound =
  | 'move'
  | 'capture'
  | 'check'
  | 'castle'
  | 'promote'
  | 'illegal'
  | 'lowTime'
  | 'end';

interface Part {
  kind: 'knock' | 'tone';
  pitch: number; // hertz
  at: number; // seconds from the beginning
  length: number; // seconds
  loudness: number; // 1 is full
}

const knock = (pitch: number, at = 0, loudness = 0.9): Part => ({
  kind: 'knock',
  pitch,
  at,
  length: 0.09,
  loudness,
});
const tone = (pitch: number, at = 0, length = 0.18, loudness = 0.25): Part => ({
  kind: 'tone',
  pitch,
  at,
  length,
  loudness,
});

const kSounds: Record<Sound, Part[]> = {
  move: [knock(420)],
  capture: [knock(300), knock(520, 0.05, 0.7)],
  check: [knock(420), tone(660, 0.03)],
  castle: [knock(420), knock(380, 0.11)],
  promote: [knock(420), tone(523, 0.04), tone(784, 0.14)],
  illegal: [tone(150, 0, 0.12, 0.35)],
  lowTime: [tone(880, 0, 0.1), tone(880, 0.16, 0.1)],
  end: [tone(392, 0, 0.3), tone(494, 0.15, 0.3), tone(587, 0.3, 0.5)],
};

let context: AudioContext | undefined;

/** Browsers allow sound only after the person has done something; before that there is none. */
function audio(): AudioContext | undefined {
  if (context) return context;
  if (navigator.userActivation && !navigator.userActivation.hasBeenActive) return undefined;
  return (context = new AudioContext());
}

function source(audio: AudioContext, { kind, pitch, length }: Part): AudioScheduledSourceNode {
  if (kind === 'tone') return new OscillatorNode(audio, { frequency: pitch, type: 'triangle' });
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * length), audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; ++i) samples[i] = Math.random() * 2 - 1;
  return new AudioBufferSourceNode(audio, { buffer });
}

function start(audio: AudioContext, part: Part, volume: number): void {
  const begin = audio.currentTime + part.at;
  const node = source(audio, part);
  const gain = new GainNode(audio, { gain: 0 });
  gain.gain.setValueAtTime(part.loudness * volume, begin);
  gain.gain.exponentialRampToValueAtTime(0.0001, begin + part.length);
  // Noise through a narrow band sounds like something solid.
  const filter = new BiquadFilterNode(audio, {
    type: part.kind === 'knock' ? 'bandpass' : 'lowpass',
    frequency: part.kind === 'knock' ? part.pitch : 4000,
    Q: part.kind === 'knock' ? 3 : 1,
  });
  node.connect(filter).connect(gain).connect(audio.destination);
  node.start(begin);
  node.stop(begin + part.length);
}

export function playSound(sound: Sound): void {
  const volume = Number(settings.value.volume) / 100;
  if (settings.value.sound !== 'on' || !(volume > 0)) return;
  const device = audio();
  if (!device) return;
  void device.resume();
  for (const part of kSounds[sound]) start(device, part, volume);
}
