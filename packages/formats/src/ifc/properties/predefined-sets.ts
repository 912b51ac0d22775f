/**
 * Property names of predefined sets, whose properties are attributes (from the fifth on), by class as in the schemas.
 * '' marks an attribute that is not a property (a reference to a style or aspect).
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

/** Numbers of predefined sets that are ratios; all others are lengths. */
export const predefinedRatios: ReadonlySet<string> = new Set([
  'PanelWidth',
  'FirstTransomOffset',
  'SecondTransomOffset',
  'FirstMullionOffset',
  'SecondMullionOffset',
])
