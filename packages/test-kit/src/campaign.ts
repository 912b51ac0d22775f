/** Set by `npm run test:nightly` and `npm run test:faults`. */
const isCampaign = process.env['KAMAR_CAMPAIGN'] !== undefined

/** How much a test tries: as much as tells something in `npm test`, all of it where there is time. */
export const campaignSize = (usual: number, whole: number): number => (isCampaign ? whole : usual)
