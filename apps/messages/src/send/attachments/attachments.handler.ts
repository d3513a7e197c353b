import { Controller } from '@nestjs/common';
import { addAttachment, getUploadSpace, listAttachments, openAttachment, removeAttachment } from '@stoa/contracts';
import type { RpcRequest, RpcResponse } from '@stoa/contracts';
import { Handles, requireActor } from '@stoa/rpc';
import type { CallContext } from '@stoa/rpc';
import { AttachmentsService } from './attachments.service';

@Controller()
export class AttachmentsHandler {
  constructor(private readonly attachments: AttachmentsService) {}

  @Handles(getUploadSpace)
  async space(_request: object, context: CallContext): Promise<RpcResponse<typeof getUploadSpace>> {
    return { left: await this.attachments.spaceLeft(requireActor(context)) };
  }

  @Handles(addAttachment)
  async add(
    request: RpcRequest<typeof addAttachment>,
    context: CallContext,
  ): Promise<RpcResponse<typeof addAttachment>> {
    return { id: await this.attachments.add(requireActor(context), request) };
  }

  @Handles(listAttachments)
  list(_request: object, context: CallContext): Promise<RpcResponse<typeof listAttachments>> {
    return this.attachments.list(requireActor(context));
  }

  @Handles(removeAttachment)
  async remove(
    request: RpcRequest<typeof removeAttachment>,
    context: CallContext,
  ): Promise<RpcResponse<typeof removeAttachment>> {
    await this.attachments.remove(requireActor(context), request.attachmentId);
    return {};
  }

  @Handles(openAttachment)
  open(request: RpcRequest<typeof openAttachment>, context: CallContext): Promise<RpcResponse<typeof openAttachment>> {
    return this.attachments.open(context, request);
  }
}
