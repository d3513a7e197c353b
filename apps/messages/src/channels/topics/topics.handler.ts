import { Controller } from '@nestjs/common';
import { listTopics, muteTopic, setTopicPolicy } from '@stoa/contracts';
import type { RpcRequest, RpcResponse } from '@stoa/contracts';
import { Handles, requireActor } from '@stoa/rpc';
import type { CallContext } from '@stoa/rpc';
import { TopicPoliciesService } from './topic-policies.service';
import { TopicsService } from './topics.service';

@Controller()
export class TopicsHandler {
  constructor(
    private readonly topics: TopicsService,
    private readonly policies: TopicPoliciesService,
  ) {}

  @Handles(listTopics)
  list(request: RpcRequest<typeof listTopics>, context: CallContext): Promise<RpcResponse<typeof listTopics>> {
    return this.topics.list(context, request);
  }

  @Handles(setTopicPolicy)
  setPolicy(
    request: RpcRequest<typeof setTopicPolicy>,
    context: CallContext,
  ): Promise<RpcResponse<typeof setTopicPolicy>> {
    return this.policies.set(requireActor(context), request);
  }

  @Handles(muteTopic)
  mute(request: RpcRequest<typeof muteTopic>, context: CallContext): Promise<RpcResponse<typeof muteTopic>> {
    return this.policies.mute(requireActor(context), request);
  }
}
