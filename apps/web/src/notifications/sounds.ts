/** A short melody: notes in hertz, one every `step` seconds, each dying away within `length`. */
interface Melody {
  readonly wave: OscillatorType;
  readonly notes: readonly number[];
  readonly step: number;
  readonly length: number;
}

const melody = (wave: OscillatorType, step: number, length: number, notes: readonly number[]): Melody => {
  return { wave, step, length, notes };
};

/** Made by the browser's synthesizer, so there are no files to load; by the names of the service (users.md 8). */
export const MELODIES: Readonly<Record<string, Melody>> = {
  zulip: melody('sine', 0.11, 0.5, [659, 880]),
  ascend: melody('sine', 0.14, 0.4, [523, 659, 784]),
  beep_boop: melody('square', 0.14, 0.12, [880, 587]),
  bink: melody('triangle', 0.1, 0.15, [1319]),
  bright: melody('triangle', 0.08, 0.5, [1047, 1319, 1568]),
  brlip: melody('sawtooth', 0.04, 0.08, [392, 523, 698, 932]),
  chime: melody('sine', 0.18, 0.9, [1047, 1319, 1568]),
  'deep tom': melody('sine', 0.1, 0.45, [98]),
  ding: melody('sine', 0.1, 0.9, [1568]),
  'double tap': melody('triangle', 0.12, 0.07, [660, 660]),
  down: melody('sine', 0.13, 0.3, [784, 523]),
  'dry bongos': melody('sine', 0.11, 0.12, [220, 294, 220]),
  dutdut: melody('square', 0.12, 0.06, [330, 330]),
  'fast ascend': melody('sine', 0.06, 0.2, [523, 659, 784, 1047]),
  flute: melody('sine', 0.22, 0.5, [784, 988]),
  friendly: melody('triangle', 0.13, 0.4, [587, 740, 880]),
  'kick roll': melody('sine', 0.07, 0.12, [82, 82, 82, 82]),
  'loud tintong': melody('triangle', 0.2, 0.8, [1175, 784]),
  'metallic snare': melody('square', 0.02, 0.07, [1867, 2411, 3109]),
  pan: melody('triangle', 0.1, 0.8, [466, 699]),
  shaker: melody('sawtooth', 0.05, 0.03, [4100, 4700, 4100]),
  simple: melody('sine', 0.1, 0.25, [880]),
  stairs: melody('triangle', 0.1, 0.15, [523, 587, 659, 698, 784]),
  subtle: melody('sine', 0.1, 0.3, [440]),
  swish: melody('sawtooth', 0.02, 0.05, [900, 1200, 1600, 2100, 2800]),
  tintong: melody('sine', 0.2, 0.7, [988, 659]),
  up: melody('sine', 0.13, 0.3, [523, 784]),
  'wood block': melody('triangle', 0.1, 0.06, [1000]),
  zaping: melody('sawtooth', 0.03, 0.07, [2400, 1800, 1300, 900, 600]),
  zing: melody('sawtooth', 0.03, 0.25, [1200, 1800, 2700]),
};

const LOUDNESS = 0.15;
const SILENCE = 0.0001;

function playNote(context: AudioContext, { wave, length }: Melody, hertz: number, at: number): void {
  const oscillator = context.createOscillator();
  const volume = context.createGain();
  oscillator.type = wave;
  oscillator.frequency.value = hertz;
  volume.gain.setValueAtTime(LOUDNESS, at);
  volume.gain.exponentialRampToValueAtTime(SILENCE, at + length);
  oscillator.connect(volume).connect(context.destination);
  oscillator.start(at);
  oscillator.stop(at + length);
}

let shared: AudioContext | undefined;

/** Plays a sound of `notification_sound`. A browser plays none before the page was used: then it stays quiet. */
export function playSound(name: string): void {
  const played = MELODIES[name];
  if (!played || !('AudioContext' in globalThis)) return;
  const context = (shared ??= new AudioContext());
  const play = (): void => {
    played.notes.forEach((hertz, index) => playNote(context, played, hertz, context.currentTime + index * played.step));
  };
  if (context.state === 'running') play();
  else if (navigator.userActivation.hasBeenActive) context.resume().then(play, reportError);
}
