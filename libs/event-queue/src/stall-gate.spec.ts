import { StallGate } from './stall-gate';

const STALL_MS = 100;
const PATIENCE_MS = 1_000;

/** A command whose answer the test gives. */
class Command {
  isSent = false;
  answer: () => void = () => undefined;
  fail: () => void = () => undefined;
  readonly result: Promise<unknown>;

  constructor(gate: StallGate) {
    const send = () => {
      this.isSent = true;
      return new Promise<void>((resolve, reject) => {
        this.answer = resolve;
        this.fail = () => reject(new Error('timed out'));
      });
    };
    this.result = gate.through(send, () => false).catch((error: unknown) => error);
  }
}

describe('StallGate', () => {
  let gate: StallGate;

  beforeEach(() => {
    vi.useFakeTimers();
    gate = new StallGate(STALL_MS, PATIENCE_MS, () => Date.now());
  });
  afterEach(() => vi.useRealTimers());

  const commands = (count: number) => Array.from({ length: count }, () => new Command(gate));
  const sent = (of: readonly Command[]) => of.filter(({ isSent }) => isSent).length;
  const after = (ms: number) => vi.advanceTimersByTimeAsync(ms);

  it('lets commands through while the server answers, however many are under way', async () => {
    const first = commands(3);
    await after(STALL_MS - 1);
    expect(sent([...first, ...commands(3)])).toBe(6);
  });

  it('holds commands back while the oldest has no answer, and sends them all after the first one', async () => {
    const [oldest] = commands(2);
    await after(STALL_MS);
    const later = commands(3);
    await after(STALL_MS);
    expect(sent(later)).toBe(0);
    oldest?.answer();
    await after(0);
    expect(sent(later)).toBe(3);
  });

  it('gives up what waited too long, without sending it', async () => {
    const [oldest] = commands(1);
    await after(STALL_MS);
    const [given, kept] = [new Command(gate), await after(PATIENCE_MS / 2).then(() => new Command(gate))];
    await after(PATIENCE_MS / 2);
    expect(await given.result).toMatchObject({ name: 'UnavailableError' });
    oldest?.answer();
    await after(0);
    expect([given.isSent, kept.isSent]).toEqual([false, true]);
  });

  it('sends one at a time while none is answered', async () => {
    const first = commands(2);
    await after(STALL_MS);
    const later = commands(3);
    for (const command of first) command.fail();
    await after(0);
    expect(later.map(({ isSent }) => isSent)).toEqual([true, false, false]);
    const [next] = commands(1);
    later[0]?.fail();
    await after(0);
    expect([...later, next].map((command) => command?.isSent)).toEqual([true, true, false, false]);
    later[1]?.answer();
    await after(0);
    expect([...later, next].map((command) => command?.isSent)).toEqual([true, true, true, true]);
  });

  it('takes a refusal for an answer', async () => {
    const refused = gate.through(
      () => after(STALL_MS).then(() => Promise.reject(new Error('NOSCRIPT'))),
      () => true,
    );
    await expect(refused).rejects.toThrow('NOSCRIPT');
    const [probe] = commands(1);
    expect(sent(commands(2))).toBe(2);
    expect(probe?.isSent).toBe(true);
  });
});
