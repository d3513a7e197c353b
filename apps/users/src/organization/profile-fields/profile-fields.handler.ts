import { Controller } from '@nestjs/common';
import {
  type RpcRequest,
  type RpcResponse,
  createProfileField,
  deleteProfileField,
  listProfileFields,
  reorderProfileFields,
  updateProfileField,
} from '@stoa/contracts';
import { type CallContext, Handles, requireActor } from '@stoa/rpc';
import { ProfileFieldsService } from './profile-fields.service';

@Controller()
export class ProfileFieldsHandler {
  constructor(private readonly fields: ProfileFieldsService) {}

  @Handles(listProfileFields)
  async list(_request: object, context: CallContext): Promise<RpcResponse<typeof listProfileFields>> {
    return { custom_fields: await this.fields.list(requireActor(context)) };
  }

  @Handles(createProfileField)
  async create(
    { fieldType, values }: RpcRequest<typeof createProfileField>,
    context: CallContext,
  ): Promise<RpcResponse<typeof createProfileField>> {
    return { id: await this.fields.create(requireActor(context), fieldType, values) };
  }

  @Handles(updateProfileField)
  async update({ id, values }: RpcRequest<typeof updateProfileField>, context: CallContext): Promise<object> {
    await this.fields.update(requireActor(context), id, values);
    return {};
  }

  @Handles(deleteProfileField)
  async delete({ id }: RpcRequest<typeof deleteProfileField>, context: CallContext): Promise<object> {
    await this.fields.delete(requireActor(context), id);
    return {};
  }

  @Handles(reorderProfileFields)
  async reorder({ order }: RpcRequest<typeof reorderProfileFields>, context: CallContext): Promise<object> {
    await this.fields.reorder(requireActor(context), order);
    return {};
  }
}
