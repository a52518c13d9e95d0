/** The alarms that must ring for each recorded fault. No other alarm may ring. */
export const MINUTE_S = 60

export type Fault = 'rest' | 'dead-partition' | 'log-away' | 'upkeep' | 'projectors-gone' | 'busy-process'

/** Seconds. No rule waits longer before it rings. */
export const RINGING_AFTER_S = 15 * MINUTE_S
export const REST_S = 60 * MINUTE_S

export const RINGING: Record<Fault, readonly string[]> = {
  rest: [],
  'dead-partition': ['CanaryLate', 'DashboardBehind', 'PartitionStandsStill'],
  'log-away': [
    'AccountingUnknown',
    'CanaryLate',
    'EventsRefused',
    'LagUnknown',
    'LogRefusesAppends',
    'StoreAway',
  ],
  'busy-process': ['EventLoopBlocked'],
  upkeep: ['BackupTooOld', 'CertificateSoonOver', 'StorageFillsUp'],
  'projectors-gone': [
    'AccountingUnknown',
    'DashboardBehind',
    'PartitionStandsStill',
    'PartitionWithoutProjector',
    'ProcessGone',
    'ServiceGone',
  ],
}

/** Further alarms that may ring. On a nearly full disk the store may refuse rows, which stops the figures. */
export const MAY_RING: Partial<Record<Fault, readonly string[]>> = {
  upkeep: ['BatchesFail', 'CanaryLate', 'DashboardBehind', 'PartitionStandsStill'],
}
