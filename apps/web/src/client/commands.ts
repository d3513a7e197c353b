import { useEffect, useRef } from 'react';
import type { Command } from './keys';

/** Does what a key stands for. Returning false leaves it to whoever registered before, or to the browser. */
export type Handler = () => unknown;
export type Handlers = Partial<Record<Command, Handler>>;

/** Who can do what, the one registered last at the end: what is on top of the screen comes first. */
const registered: { current: Handlers }[] = [];

/** Carries out a command. @returns whether somebody did */
export function runCommand(command: Command): boolean {
  for (const { current } of [...registered].reverse()) {
    const handler = current[command];
    if (handler && handler() !== false) return true;
  }
  return false;
}

/** Answers for commands as long as the component is there, before everybody who registered earlier. */
export function registerCommands(handlers: { current: Handlers }): () => void {
  registered.push(handlers);
  return () => {
    registered.splice(registered.indexOf(handlers), 1);
  };
}

/** Carries out commands while the component is on the screen. */
export function useCommands(handlers: Handlers): void {
  const latest = useRef(handlers);
  useEffect(() => {
    latest.current = handlers;
  });
  useEffect(() => registerCommands(latest), []);
}
