import type { DynamicModule } from '@nestjs/common';
import { RpcContract, RpcRequest } from '@stoa/contracts/rpc';
import { CallContext, RpcClient } from '@stoa/rpc';

export interface FakeCall {
  contract: RpcContract;
  context: CallContext;
  request: unknown;
}

type FakeAnswer = Buffer | object | (() => never);

/** Services that are not there: remembers what was asked, answers what the test says. */
export class FakeRpcClient implements Pick<RpcClient, 'call' | 'callRaw'> {
  readonly calls: FakeCall[] = [];
  private readonly answers = new Map<RpcContract, FakeAnswer>();

  /** What gives it to everything that asks services. */
  get module(): DynamicModule {
    const providers = [{ provide: RpcClient, useValue: this }];
    return { module: FakeServicesModule, global: true, providers, exports: providers };
  }

  /** @param answer bytes, an object, or a function that throws */
  answer(contract: RpcContract, answer: FakeAnswer): void {
    this.answers.set(contract, answer);
  }

  async callRaw<C extends RpcContract>(contract: C, context: CallContext, request: RpcRequest<C>): Promise<Buffer> {
    this.calls.push({ contract, context, request });
    const answer = this.answers.get(contract);
    if (answer === undefined) throw new Error(`nobody answers ${contract.subject}`);
    if (typeof answer === 'function') return answer();
    return Buffer.isBuffer(answer) ? answer : Buffer.from(JSON.stringify(answer));
  }

  async call<C extends RpcContract>(contract: C, context: CallContext, request: RpcRequest<C>): Promise<never> {
    return JSON.parse((await this.callRaw(contract, context, request)).toString()) as never;
  }
}

class FakeServicesModule {}
