/** What a test has beside its figures: its runs and its history, fetched again whenever the figures changed. */
import type { ExperimentHistory, Run, Verdict } from '@firsttouch/api/contract/experiments'
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { openRefetcher } from '../data/refetcher.ts'

const DETAILS = ['/api/admin', 'experiments'] as const
const SPACING_MS = 5_000

export const experimentKey = (testName: string, part: string) => [...DETAILS, testName, part] as const

export type TestDetails = { runs: UseQueryResult<Run[]>; history: UseQueryResult<ExperimentHistory> }

/** `verdict` is the same object for as long as nothing in it changed. */
export const useTestDetails = (testName: string, verdict: Verdict | undefined): TestDetails => {
  const client = useQueryClient()
  const refetcher = useRef<ReturnType<typeof openRefetcher>>(null)
  const fetchedFor = useRef(verdict)
  useEffect(() => {
    const opened = openRefetcher(
      name => client.invalidateQueries({ queryKey: [...DETAILS, name] }),
      SPACING_MS,
    )
    refetcher.current = opened
    return opened.close
  }, [client])
  useEffect(() => {
    if (verdict === fetchedFor.current) return
    fetchedFor.current = verdict
    refetcher.current?.changed([testName])
  }, [verdict, testName])
  const enabled = verdict !== undefined
  return {
    runs: useQuery({ queryKey: experimentKey(testName, 'runs'), enabled }),
    history: useQuery({ queryKey: experimentKey(testName, 'history'), enabled }),
  }
}
