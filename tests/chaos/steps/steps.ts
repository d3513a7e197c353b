/** Every step of a send at which something can be lost, in order; kill-at-step.cjs knows where each is. */
export interface SendStep {
  step: string;
  service: 'gateway' | 'messages' | 'events' | 'push';
  /** What the process has done by then, and what it has not. */
  when: string;
  /**
   * What the sending client sees of it: its connection breaks, nobody answers it (it gives up waiting and repeats), or
   * nothing at all. Absent: the first or the last, as it was answered at about the same time.
   */
  sender?: 'is cut off' | 'gets no answer' | 'notices nothing';
  /** The message is committed by then: the repeated request must get the answer that was lost. */
  isCommitted?: true;
  /** The relay has the notification by then, and gets it again. */
  isTold?: true;
}

export const SEND_STEPS: readonly SendStep[] = [
  {
    step: 'gateway.before-call',
    service: 'gateway',
    when: 'it has read the request, before it calls messages',
    sender: 'is cut off',
  },
  {
    step: 'messages.called',
    service: 'messages',
    when: 'the call has arrived',
    sender: 'gets no answer',
  },
  {
    step: 'messages.before-write',
    service: 'messages',
    when: 'everything is decided and rendered, before the statement that writes',
    sender: 'gets no answer',
  },
  {
    step: 'messages.committed',
    service: 'messages',
    when: 'the message is committed, before the hint to the relay and the answer',
    sender: 'gets no answer',
    isCommitted: true,
  },
  {
    step: 'messages.hinted',
    service: 'messages',
    when: 'the relay has its hint, before the answer',
    sender: 'gets no answer',
    isCommitted: true,
  },
  {
    step: 'gateway.answered',
    service: 'gateway',
    when: 'messages has answered it, before it answers the client',
    sender: 'is cut off',
    isCommitted: true,
  },
  {
    step: 'relay.before-move',
    service: 'events',
    when: 'the outbox row is there, before the relay moves it',
    sender: 'notices nothing',
  },
  {
    step: 'relay.moved',
    service: 'events',
    when: 'the move is committed, before the relay publishes it',
    sender: 'notices nothing',
  },
  {
    step: 'consumer.received',
    service: 'events',
    when: 'the change has arrived at a consumer',
    sender: 'notices nothing',
  },
  {
    step: 'consumer.before-append',
    service: 'events',
    when: 'the queues to be filled are known, before the script that appends',
    sender: 'notices nothing',
  },
  {
    step: 'consumer.appended',
    service: 'events',
    when: 'the script has appended and taken the mark off parked polls, before anybody is woken',
    sender: 'notices nothing',
  },
  {
    step: 'gateway.woken',
    service: 'gateway',
    when: 'it is woken with the event, before it answers the polls that it holds',
  },
  {
    step: 'gateway.acknowledged',
    service: 'gateway',
    when: 'the poll that acknowledges the event has taken it off the queue, before it is answered',
  },
  {
    step: 'push.before-job',
    service: 'push',
    when: 'it is decided who is notified, before the job and the position are written',
    sender: 'notices nothing',
  },
  {
    step: 'push.job-written',
    service: 'push',
    when: 'the job is written, before anybody is woken to do it',
    sender: 'notices nothing',
  },
  {
    step: 'push.before-relay',
    service: 'push',
    when: "it holds the user's lane, before it calls the relay",
    sender: 'notices nothing',
  },
  {
    step: 'push.relay-answered',
    service: 'push',
    when: 'the relay has answered, before the job is marked done',
    sender: 'notices nothing',
    isTold: true,
  },
];
