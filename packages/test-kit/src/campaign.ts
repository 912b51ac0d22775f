/** Whether tests run at full size, as in `npm run test:nightly` and `npm run test:faults`. */
export const isCampaign = process.env['KAMAR_CAMPAIGN'] !== undefined

/** Returns the size of a test: the default in `npm test`, the full size in a campaign. */
export const campaignSize = (defaultSize: number, fullSize: number): number => (isCampaign ? fullSize : defaultSize)

/** Returns values that only a campaign tests; `npm test` covers examples of them. */
export const campaignOnly = <Value>(...values: readonly Value[]): readonly Value[] => (isCampaign ? values : [])
