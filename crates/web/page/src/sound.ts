// The click of a stone, made on the spot so that no file is needed.

let context: AudioContext | null = null;

export function click(): void {
  try {
    context ??= new AudioContext();
    // Browsers let a page make sounds only after someone has done something on it.
    void context.resume();
    const now = context.currentTime;
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.type = "triangle";
    tone.frequency.setValueAtTime(1400, now);
    tone.frequency.exponentialRampToValueAtTime(300, now + 0.04);
    volume.gain.setValueAtTime(0.25, now);
    volume.gain.exponentialRampToValueAtTime(0.001, now + 0.07);
    tone.connect(volume).connect(context.destination);
    tone.start(now);
    tone.stop(now + 0.08);
  } catch {
    // No sound device: the game goes on without.
  }
}
