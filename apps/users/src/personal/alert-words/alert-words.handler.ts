import { Controller } from '@nestjs/common';
import { type RpcRequest, type RpcResponse, addAlertWords, listAlertWords, removeAlertWords } from '@stoa/contracts';
import { type CallContext, Handles, requireActor } from '@stoa/rpc';
import { AlertWordsService } from './alert-words.service';

type AlertWords = RpcResponse<typeof listAlertWords>;

@Controller()
export class AlertWordsHandler {
  constructor(private readonly alertWords: AlertWordsService) {}

  @Handles(listAlertWords)
  async list(_request: object, context: CallContext): Promise<AlertWords> {
    return { alert_words: await this.alertWords.list(requireActor(context)) };
  }

  @Handles(addAlertWords)
  async add({ words }: RpcRequest<typeof addAlertWords>, context: CallContext): Promise<AlertWords> {
    return { alert_words: await this.alertWords.add(requireActor(context), words) };
  }

  @Handles(removeAlertWords)
  async remove({ words }: RpcRequest<typeof removeAlertWords>, context: CallContext): Promise<AlertWords> {
    return { alert_words: await this.alertWords.remove(requireActor(context), words) };
  }
}
