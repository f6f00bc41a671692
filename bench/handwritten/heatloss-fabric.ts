// Fabric of UK houses by nation and age, climate, and forms of houses for the heat loss written by hand.
export const AGES = [
  "pre_1900",
  "1900_1929",
  "1930_1949",
  "1950_1966",
  "1967_1975",
  "1976_1982",
  "1983_1990",
  "1991_1995",
  "1996_2002",
  "2003_2006",
  "2007_2011",
  "2012_2022",
  "2023_plus",
];

/** One number for each age. */
export const WALL_AS_BUILT = {
  england_wales: [1.7, 1.7, 1.5, 1.5, 1.5, 1.0, 0.6, 0.6, 0.45, 0.35, 0.3, 0.28, 0.26],
  scotland: [1.7, 1.7, 1.5, 1.5, 1.5, 1.0, 0.6, 0.45, 0.45, 0.3, 0.25, 0.22, 0.17],
  northern_ireland: [1.7, 1.7, 1.5, 1.5, 1.5, 1.0, 0.6, 0.45, 0.45, 0.45, 0.3, 0.28, 0.18],
};
export const WALL_INSULATED = {
  england_wales: [0.32, 0.32, 0.7, 0.7, 0.7, 0.4, 0.35, 0.35, 0.45, 0.35, 0.3, 0.28, 0.26],
  scotland: [0.32, 0.32, 0.7, 0.7, 0.7, 0.4, 0.35, 0.45, 0.45, 0.3, 0.25, 0.22, 0.17],
  northern_ireland: [0.32, 0.32, 0.7, 0.7, 0.7, 0.4, 0.35, 0.45, 0.45, 0.45, 0.3, 0.28, 0.18],
};
export const ROOF = {
  england_wales: [0.4, 0.4, 0.4, 0.4, 0.4, 0.4, 0.4, 0.3, 0.26, 0.16, 0.16, 0.16, 0.15],
  scotland: [0.4, 0.4, 0.4, 0.4, 0.4, 0.4, 0.4, 0.3, 0.26, 0.16, 0.16, 0.15, 0.15],
  northern_ireland: [0.4, 0.4, 0.4, 0.4, 0.4, 0.4, 0.4, 0.3, 0.26, 0.16, 0.16, 0.16, 0.15],
};
export const FLOOR_INSULATION_MM = {
  england_wales: [0, 0, 0, 0, 0, 0, 0, 0, 25, 75, 100, 100, 140],
  scotland: [0, 0, 0, 0, 0, 0, 0, 25, 50, 75, 100, 120, 140],
  northern_ireland: [0, 0, 0, 0, 0, 0, 0, 25, 50, 50, 100, 100, 140],
};
export const WINDOW = [2.8, 2.8, 2.8, 2.8, 2.8, 2.8, 2.8, 2.8, 2.8, 2.0, 2.0, 2.0, 1.4];
export const DOOR = [3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 2.0, 1.8, 1.4];
export const WALL_THICKNESS = [0.22, 0.22, 0.25, 0.25, 0.25, 0.26, 0.27, 0.27, 0.3, 0.3, 0.3, 0.3, 0.3];

export type Nation = keyof typeof ROOF;
interface Place {
  readonly design: number;
  readonly degreeDays: number;
  readonly mean: number;
  readonly nation: Nation;
}
const place = (design: number, degreeDays: number, mean: number, nation: Nation): Place => ({
  design,
  degreeDays,
  mean,
  nation,
});
export const PLACES = {
  london: place(-3.0, 2033, 11.3, "england_wales"),
  birmingham: place(-5.1, 2425, 9.8, "england_wales"),
  manchester: place(-4.5, 2228, 10, "england_wales"),
  glasgow: place(-5.6, 2494, 9.1, "scotland"),
  edinburgh: place(-5.4, 2577, 8.8, "scotland"),
  leeds: place(-3.3, 2307, 10.0, "england_wales"),
  newcastle: place(-3.7, 2370, 9.4, "england_wales"),
  cardiff: place(-3.1, 1835, 10.6, "england_wales"),
  belfast: place(-3.2, 2360, 9.4, "northern_ireland"),
  plymouth: place(-1.5, 1858, 11.0, "england_wales"),
  southampton: place(-4.8, 2224, 10.4, "england_wales"),
};

/** Sides of the square plan to outside air and to neighbours. */
export const FORMS = {
  detached: { exposed: 4, party: 0 },
  semi_detached: { exposed: 3, party: 1 },
  mid_terrace: { exposed: 2, party: 2 },
};
