/** The fault catalogue: every case, and the test that injects it and says what must come of it. */

/** `test` is the beginning of a test's name, or words in it, within the file. */
export type Proof = { file: string; test: string }
export type Case = { id: string; what: string; proofs: Proof[] }

const here = (file: string, test: string): Proof => ({ file: `infra/rigs/faults/${file}.long.test.ts`, test })
const at = (file: string, test: string): Proof => ({ file: `${file}.test.ts`, test })

export const CATALOGUE: Case[] = [
  {
    id: 'R-01',
    what: 'kill -9 of the projector, batches of random size, 3 % duplicates, shuffled times',
    proofs: [here('kill', 'R-01'), here('kafka', 'R-01'), here('system', 'R-16')],
  },
  { id: 'R-02', what: 'replay from the first entry, twice', proofs: [here('replay', 'R-02')] },
  {
    id: 'R-03',
    what: 'any order, repeats and division into batches',
    proofs: [here('permutations', 'R-03')],
  },
  {
    id: 'R-04',
    what: 'dead between insert and commit',
    proofs: [here('kill', 'R-04'), here('kafka', 'R-04'), at('projector/steps/commit', 'R-04')],
  },
  {
    id: 'R-05',
    what: 'failure inside any of the writes of a batch',
    proofs: [here('kill', 'R-05')],
  },
  {
    id: 'R-06',
    what: 'two processes: one leads, one stands by; the leader stops, is killed, frozen, robbed of its lease or cut off from PostgreSQL',
    proofs: [
      here('leader', 'R-06'),
      here('leader', '$what'),
      here('system', 'R-06'),
      at('projector/steps/store', 'R-06'),
      at('projector/steps/commit', 'R-06'),
    ],
  },
  {
    id: 'R-07',
    what: 'one id with two payloads',
    proofs: [
      at('projector/project', 'as the first log entry has it'),
      at('projector/accounting/accounting', 'R-07'),
    ],
  },
  {
    id: 'R-08',
    what: 'a repeat on the other side of a month',
    proofs: [here('time', '%s events either side of %s')],
  },
  {
    id: 'R-09',
    what: 'conversions before exposures, a day late',
    proofs: [here('permutations', 'R-03')],
  },
  { id: 'R-10', what: 'the log stops under load', proofs: [at('infra/log/kafka/faults.long', 'R-10')] },
  {
    id: 'R-11',
    what: 'an ack that is lost after the append',
    proofs: [at('infra/log/kafka/faults.long', 'an acknowledgement that is lost on its way')],
  },
  {
    id: 'R-12',
    what: 'the idempotent producer of kafkajs',
    proofs: [at('infra/log/kafka/faults.long', 'an acknowledgement that is lost on its way')],
  },
  {
    id: 'R-13',
    what: 'a log that answers after five seconds',
    proofs: [at('infra/log/kafka/faults.long', 'R-13')],
  },
  { id: 'R-14', what: 'consumers that come and go', proofs: [at('infra/log/kafka/faults.long', 'R-14')] },
  {
    id: 'R-15',
    what: 'brokers that restart',
    proofs: [
      at('infra/log/kafka/faults.long', 'R-15'),
      at('infra/log/postgres/trouble.long', 'that is killed again and again'),
    ],
  },
  { id: 'R-16', what: 'kill -9 of ingest under load', proofs: [here('system', 'R-16')] },
  {
    id: 'R-17',
    what: 'SIGTERM under load',
    proofs: [here('system', 'R-17'), at('infra/rigs/system/pipeline-processes.long', 'R-17')],
  },
  { id: 'R-18', what: 'ClickHouse down', proofs: [here('outage', 'R-18')] },
  { id: 'R-19', what: 'disk full', proofs: [here('disk', 'R-19')] },
  {
    id: 'R-20',
    what: 'the newest parts of the store lost in a power cut',
    proofs: [here('power-cut', 'R-20'), at('projector/accounting/reconcile', 'R-20')],
  },
  {
    id: 'R-21',
    what: 'an entry that cannot be read',
    proofs: [at('projector/dead-letters/dead-letters', 'R-21')],
  },
  { id: 'R-22', what: 'no entry can be read', proofs: [at('projector/dead-letters/dead-letters', 'R-22')] },
  {
    id: 'R-23',
    what: 'dead letters replayed twice',
    proofs: [at('projector/dead-letters/dead-letters', 'R-23')],
  },
  { id: 'R-24', what: 'entries of every version', proofs: [at('projector/entries/read', 'R-24')] },
  { id: 'R-25', what: 'rebuild under live traffic', proofs: [here('rebuild', 'R-25')] },
  {
    id: 'R-26',
    what: 'writers that commit late, a reader that polls',
    proofs: [at('infra/log/postgres/contract', 'the log in PostgreSQL')],
  },
  {
    id: 'R-27',
    what: 'a browser offline, closed, with two tabs, without storage, without beacons',
    proofs: [
      at('frontend/e2e/queue.long', 'R-27'),
      at('frontend/src/track/queue', 'events that no storage takes'),
    ],
  },
  {
    id: 'R-28',
    what: 'a form three times, the relay killed',
    proofs: [here('forms', 'R-28'), at('api/outbox/outbox', 'a relay that dies after the log took a batch')],
  },
  {
    id: 'R-29',
    what: 'clocks, summer time, leap day',
    proofs: [here('time', 'R-29'), here('time', '%s events either side of %s')],
  },
  {
    id: 'R-31',
    what: 'one contract for every log',
    proofs: [
      at('infra/log/postgres/contract', 'the log in PostgreSQL'),
      at('infra/log/kafka/kafka', 'the log in Kafka'),
    ],
  },
  {
    id: 'R-32',
    what: 'kill -9 of the embedded engine under load',
    proofs: [here('system', 'R-32')],
  },
]
