import type { Command } from 'commander';
import { action } from '../base/command-line/action';
import { ExitCode } from '../base/command-line/exit-codes';
import { readLag } from './lag';
import { addMigrate } from './migrate.command';
import { OperationsRepository } from './operations.repository';
import { StatusService } from './status.service';

function addStatus(program: Command): void {
  program
    .command('status')
    .description(`ask every server and service whether it works; exit code ${ExitCode.Unhealthy} if one does not`)
    .action(
      action(async ({ session, output }) => {
        const parts = await new StatusService(session).read();
        const ok = parts.every((part) => part.ok);
        output.facts(
          { ok, parts },
          parts.map((part) => ({ part: part.part, state: part.ok ? 'ok' : 'DOWN', detail: part.detail })),
        );
        if (!ok) process.exitCode = ExitCode.Unhealthy;
      }),
    );
}

function addLag(program: Command): void {
  program
    .command('lag')
    .description('show how far the readers of the change log are behind, per partition')
    .action(
      action(async ({ session, output }) => {
        const lags = await readLag(session);
        output.list(
          lags.map((lag) => ({ ...lag })),
          'the change log has no partitions',
        );
      }),
    );
}

function addQueues(program: Command): void {
  program
    .command('queues')
    .description('show work that waits in the database: notifications, scheduled messages, reminders and the like')
    .action(
      action(async ({ session, output }) => {
        const rows = await new OperationsRepository(session.database).waiting();
        output.list(
          rows.map(({ queue, waiting, oldestSeconds, failed }) => ({
            queue,
            waiting,
            oldest_seconds: oldestSeconds === null ? null : Math.max(0, Math.round(oldestSeconds)),
            failed,
          })),
          'nothing waits',
        );
      }),
    );
}

export function addOperationCommands(program: Command): void {
  addStatus(program);
  addLag(program);
  addQueues(program);
  addMigrate(program);
}
