import { registerCommands, runCommand } from './commands';

describe('commands', () => {
  it('are carried out by who registered last, and by those before where that one declines', () => {
    const done: string[] = [];
    const note = (name: string, answer?: boolean) => () => {
      done.push(name);
      return answer;
    };
    const leaveFirst = registerCommands({ current: { reply: note('first'), quote: note('first quote') } });
    const leaveSecond = registerCommands({ current: { reply: note('second'), quote: note('second quote', false) } });
    expect([runCommand('reply'), runCommand('quote'), runCommand('star')]).toEqual([true, true, false]);
    expect(done).toEqual(['second', 'second quote', 'first quote']);
    leaveSecond();
    expect(runCommand('reply')).toBe(true);
    leaveFirst();
    expect(runCommand('reply')).toBe(false);
    expect(done.at(-1)).toBe('first');
  });
});
