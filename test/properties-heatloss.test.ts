// Properties of heatpump_heatloss that its promises cannot say: what three questions together show, and a slope.
import { describe, expect, test } from "vitest";
import { ownSet } from "./definitions.js";
import { type Numbers, near, numeric, Subject } from "./relations.js";

interface HeatLoss extends Numbers<"design_heat_loss_kw internal_design_temp_c external_design_temp_c"> {
  readonly heat_loss_range_kw: Numbers<"low high">;
  readonly heat_loss_breakdown_w: Numbers<"ground_floor party_walls">;
}

const set = ownSet();
const house = new Subject<HeatLoss>(set, "heatpump_heatloss");

describe("heat balance", () => {
  test("the range is that of the three forms, whichever was asked for", () => {
    house.always((answer, input) => {
      const forms = ["detached", "semi_detached", "mid_terrace"];
      const answers = forms.map((dwelling_form) => house.ask({ ...input, dwelling_form }));
      const losses = answers.map((each) => each.design_heat_loss_kw);
      const range = { low: Math.min(...losses), high: Math.max(...losses) };
      for (const each of [answer, ...answers]) expect(each.heat_loss_range_kw).toEqual(range);
    });
  });
});

describe("what changes the loss", () => {
  test("a colder outside loses more, in proportion to the difference, but for ground and party walls", () => {
    house.rising("external_design_temp_c", (cold, mild, coldest, mildest) => {
      const kelvin = numeric(mildest, "external_design_temp_c") - numeric(coldest, "external_design_temp_c");
      if (kelvin > 1) expect(mild.design_heat_loss_kw).toBeLessThan(cold.design_heat_loss_kw);
      // Ground and party walls do not see the outside air
      const outside = (answer: HeatLoss): number =>
        answer.design_heat_loss_kw * 1000 -
        answer.heat_loss_breakdown_w.ground_floor -
        answer.heat_loss_breakdown_w.party_walls;
      const span = (answer: HeatLoss): number =>
        answer.internal_design_temp_c - answer.external_design_temp_c;
      near(outside(cold) / span(cold), outside(mild) / span(mild), 6 / span(cold) + 6 / span(mild));
    });
  });
});
