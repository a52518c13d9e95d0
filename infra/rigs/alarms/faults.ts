/** What was done to real processes, which alarms ring after it, and no other: by the name of its recording. */
export const MINUTE_S = 60

export type Fault = 'rest' | 'dead-partition' | 'log-away' | 'upkeep' | 'projectors-gone' | 'busy-process'

/** After so long every rule that will ring has waited long enough. */
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

/** On a disk that is nearly full the store may refuse rows as well, and then the figures stand still: both are right. */
export const MAY_RING: Partial<Record<Fault, readonly string[]>> = {
  upkeep: ['BatchesFail', 'CanaryLate', 'DashboardBehind', 'PartitionStandsStill'],
}
