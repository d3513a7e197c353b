import { Console } from 'node:console';
import { Writable } from 'node:stream';
import { type RenderTask, type RenderTaskResult, runTask } from './render-task';

// KaTeX prints characters of users' texts. This thread does nothing but render, so that nothing else is lost with it.
globalThis.console = new Console(new Writable({ write: (_chunk, _encoding, done) => done() }));

/** The only thing that the threads of the pool do. */
export default function work(task: RenderTask): RenderTaskResult {
  return runTask(task);
}
