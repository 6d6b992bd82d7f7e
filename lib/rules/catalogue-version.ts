/** The version of the catalogue, which changes with anything that a rule holds. Made by `npm run catalogue`. */
export const CATALOGUE_VERSION = '1.1.0';
