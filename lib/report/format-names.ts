/** The formats that every report has, by the names that the command line gives them. */
const TEXT_FORMAT_NAMES = ['json', 'junit', 'ctrf', 'sarif', 'openmetrics', 'markdown', 'badge'] as const;

/** One of them. */
export type TextFormatName = (typeof TEXT_FORMAT_NAMES)[number];

/** All formats of `petvet report`. */
export const FORMAT_NAMES: readonly string[] = [...TEXT_FORMAT_NAMES, 'html', 'har', 'allure', 'allure-page'];
