/** Whether there is time for everything: `npm run test:nightly` and `npm run test:faults` say so. */
export const isCampaign = process.env['KAMAR_CAMPAIGN'] !== undefined

/** How much a test tries: as much as tells something in `npm test`, all of it where there is time. */
export const campaignSize = (defaultSize: number, fullSize: number): number => (isCampaign ? fullSize : defaultSize)

/** What is tried only where there is time, as more of what `npm test` has examples of. */
export const campaignOnly = <Value>(...values: readonly Value[]): readonly Value[] => (isCampaign ? values : [])
