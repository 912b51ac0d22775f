/**
 * Sets whose properties are attributes of their own (from the fifth on): names by class, as the schemas define them. ''
 * stands for what is no property (a reference to a style or aspect).
 */
export const predefinedSetAttributes: Readonly<Record<string, readonly string[]>> = {
  IFCDOORLININGPROPERTIES: [
    'LiningDepth',
    'LiningThickness',
    'ThresholdDepth',
    'ThresholdThickness',
    'TransomThickness',
    'TransomOffset',
    'LiningOffset',
    'ThresholdOffset',
    'CasingThickness',
    'CasingDepth',
    '',
    'LiningToPanelOffsetX',
    'LiningToPanelOffsetY',
  ],
  IFCDOORPANELPROPERTIES: ['PanelDepth', 'PanelOperation', 'PanelWidth', 'PanelPosition', ''],
  IFCWINDOWLININGPROPERTIES: [
    'LiningDepth',
    'LiningThickness',
    'TransomThickness',
    'MullionThickness',
    'FirstTransomOffset',
    'SecondTransomOffset',
    'FirstMullionOffset',
    'SecondMullionOffset',
    '',
    'LiningOffset',
    'LiningToPanelOffsetX',
    'LiningToPanelOffsetY',
  ],
  IFCWINDOWPANELPROPERTIES: ['OperationType', 'PanelPosition', 'FrameDepth', 'FrameThickness', ''],
  IFCPERMEABLECOVERINGPROPERTIES: ['OperationType', 'PanelPosition', 'FrameDepth', 'FrameThickness', ''],
  IFCREINFORCEMENTDEFINITIONPROPERTIES: ['DefinitionType'],
}

/** Ratios among the numbers of predefined sets; all others are lengths. */
export const predefinedRatios: ReadonlySet<string> = new Set([
  'PanelWidth',
  'FirstTransomOffset',
  'SecondTransomOffset',
  'FirstMullionOffset',
  'SecondMullionOffset',
])
