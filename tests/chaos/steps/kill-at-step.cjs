// Loaded before a service (NODE_OPTIONS), so that it dies by SIGKILL at exactly one step of one send: where it calls the
// libraries that its messages, statements and scripts go through. The file `armed` names the step and the message; of
// all processes that reach the step, the one that takes the file away notes it in `fired` and dies.
'use strict';
const { existsSync, readFileSync, renameSync, writeFileSync } = require('node:fs');
const path = require('node:path');
const { isMainThread } = require('node:worker_threads');

const FOLDER = process.env.STOA_STEP_FOLDER;
const ARMED = FOLDER && path.join(FOLDER, 'armed');
const SEND = 'rpc.messages.v1.messages.send';
const INBOX = '_INBOX.';
const SERVICE = process.env.STOA_STEP_SERVICE;
const NOTIFY = 'push/e2ee/notify';
const HOLD_STEP_MS = 5;

/** What each service's steps are made of. */
const TAPS = {
  gateway: [tapNats, tapRedis],
  messages: [tapNats, tapPostgres],
  events: [tapNats, tapPostgres, tapRedis],
  push: [tapPostgres, tapRelay],
};

function orderFor(step) {
  if (!existsSync(ARMED)) return undefined;
  try {
    const order = JSON.parse(readFileSync(ARMED, 'utf8'));
    return order.step === step && order.service === SERVICE ? order : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Dies if the step is armed and this is about the message: `factsOf` then gives the facts of the moment for the test.
 */
function reach(step, factsOf) {
  const order = orderFor(step);
  const facts = order && factsOf(order);
  if (facts) die(facts);
}

function die(facts) {
  const claimed = `${ARMED}-${process.pid}`;
  try {
    renameSync(ARMED, claimed);
  } catch {
    return;
  }
  writeFileSync(claimed, JSON.stringify({ pid: process.pid, ...facts }));
  renameSync(claimed, path.join(FOLDER, 'fired'));
  process.kill(process.pid, 'SIGKILL');
}

function replace(target, name, make) {
  const original = target[name];
  if (typeof original !== 'function') throw new Error(`there is no ${name} to come between`);
  target[name] = make(original);
}

function holds(data, { marker }) {
  return data !== undefined && Buffer.from(data).includes(marker) ? {} : undefined;
}

/** A reply of libs/rpc: its kind in one byte, then JSON. */
function messageIdIn(reply) {
  return { messageId: JSON.parse(Buffer.from(reply).subarray(1).toString()).id };
}

function tapNats() {
  const { NatsConnectionImpl } = require('nats/lib/nats-base-client/nats');
  replace(NatsConnectionImpl.prototype, 'publish', (publish) => {
    return function (subject, data, options) {
      if (subject === SEND) {
        reach('gateway.before-call', (order) => holds(data, order));
        asked.set(options.reply, data);
      }
      return publish.call(this, subject, data, options);
    };
  });
  replace(NatsConnectionImpl.prototype, 'subscribe', (subscribe) => {
    return function (subject, options) {
      const { callback } = options ?? {};
      const tap = callback && tapOf(subject);
      if (!tap) return subscribe.call(this, subject, options);
      const tapped = (error, message) => {
        if (!error) tap(message);
        callback(error, message);
      };
      return subscribe.call(this, subject, { ...options, callback: tapped });
    };
  });
}

/** What was sent, by where its answer comes. */
const asked = new Map();

function tapAnswer({ subject, data: answer }) {
  const data = asked.get(subject);
  if (!asked.delete(subject)) return;
  reach('gateway.answered', (order) => holds(data, order) && messageIdIn(answer));
}

function tapOf(subject) {
  if (subject === SEND) return tapSend;
  if (subject.startsWith(INBOX)) return tapAnswer;
  if (subject.startsWith('stoa.wake.')) return ({ data }) => reach('gateway.woken', (order) => holds(data, order));
  if (!subject.startsWith('stoa.changes.')) return undefined;
  return ({ data }) => reach('consumer.received', (order) => holds(data, order));
}

function tapSend(message) {
  const { data } = message;
  reach('messages.called', (order) => holds(data, order));
  const respond = message.respond;
  message.respond = function (reply, ...rest) {
    reach('messages.hinted', (order) => holds(data, order) && messageIdIn(reply));
    return respond.call(message, reply, ...rest);
  };
}

/** Before and after statements, by name. */
const STATEMENTS = {
  message_send: {
    before: ({ values }) => reach('messages.before-write', (order) => sends(values, order)),
    after: ({ values }, { rows: [row] }) =>
      reach(
        'messages.committed',
        (order) => sends(values, order) && row.status === 'sent' && { messageId: row.message_id },
      ),
  },
  relay_move: {
    before: holdBeforeMove,
    after: (_statement, { rows }) =>
      reach('relay.moved', ({ marker }) => rows.some(({ body }) => body?.includes(marker)) && {}),
  },
  push_commit: {
    before: ({ values }) => reach('push.before-job', (order) => writesJob(values, order)),
    after: ({ values }, { rows }) => reach('push.job-written', (order) => rows.length > 0 && writesJob(values, order)),
  },
  push_finish: {
    before: ({ values: [doneIds, ...rest] }) =>
      reach('push.relay-answered', ({ userId }) => doneIds.length > 0 && rest[10].includes(userId) && {}),
  },
};

function tapPostgres() {
  replace(require('pg-pool').prototype, 'query', (query) => {
    return async function (statement, ...rest) {
      const tap = STATEMENTS[statement?.name];
      if (!tap) return query.call(this, statement, ...rest);
      await tap.before?.(statement, (...probe) => query.apply(this, probe));
      const result = await query.call(this, statement, ...rest);
      tap.after?.(statement, result);
      return result;
    };
  });
}

function sends(values, { marker }) {
  return values.some((value) => typeof value === 'string' && value.includes(marker)) ? {} : undefined;
}

function writesJob(values, { userId, afterMessageId }) {
  // Behind what is noted for mails (8), the position (5) and the jobs' organizations.
  const [userIds, messageIds] = values.slice(14);
  return userIds.some((id, place) => id === userId && messageIds[place] > afterMessageId) ? {} : undefined;
}

/** No move of the partition begins until its next one would move the message: then it dies instead. */
async function holdBeforeMove({ values: [partitions] }, query) {
  for (;;) {
    const order = orderFor('relay.before-move');
    if (!order || !partitions.includes(order.partition)) return;
    writeFileSync(path.join(FOLDER, 'holding'), '');
    const probe = 'SELECT FROM outbox WHERE partition = $1::smallint AND strpos(body, $2) > 0';
    const { rowCount } = await query(probe, [order.partition, order.marker]);
    if (rowCount > 0) die({});
    await new Promise((resolve) => setTimeout(resolve, HOLD_STEP_MS));
  }
}

function tapRedis() {
  const { Redis } = require('ioredis');
  for (const name of ['evalsha', 'eval']) {
    replace(Redis.prototype, name, (run) => {
      return async function (script, keys, ...parameters) {
        const args = parameters.slice(keys);
        reach('consumer.before-append', (order) => sends(args, order));
        const reply = await run.call(this, script, keys, ...parameters);
        reach('consumer.appended', (order) => sends(args, order) && wakesSomebody(reply) && {});
        reach('gateway.acknowledged', (order) => acknowledges(args, order) && {});
        return reply;
      };
    });
  }
}

/** Of one call, or of several that are joined: then there is a list of replies, each in a list of its own. */
function wakesSomebody(reply) {
  const replies = Array.isArray(reply[0]) ? reply.flat() : [reply];
  return replies.some((one) => Array.isArray(one) && String(one[0]) === 'applied' && one[1].length > 0);
}

/** Polls come several in a call; each names the queue, the user and what it has. */
function acknowledges(values, { queueId, afterEventId }) {
  return values.some((value, index) => value === queueId && values[index + 2] > afterEventId);
}

function tapRelay() {
  replace(require('undici').Agent.prototype, 'dispatch', (dispatch) => {
    return function (options, handler) {
      if (String(options.path).endsWith(NOTIFY)) {
        reach('push.before-relay', ({ account }) => String(options.body).includes(account) && {});
      }
      return dispatch.call(this, options, handler);
    };
  });
}

if (isMainThread) for (const tap of TAPS[SERVICE] ?? []) tap();
