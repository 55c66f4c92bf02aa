// The curve of North's chance over the steps of a game.

const SVG = "http://www.w3.org/2000/svg";
const HEIGHT = 100;
const PERCENT = 100;

const draw = (tag, attributes) => {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
};

export class Curve {
  // `go(place)` is called with the step that a press chooses.
  constructor(element, go) {
    this.element = element;
    element.addEventListener("click", (event) => {
      const box = element.getBoundingClientRect();
      go(Math.round(((event.clientX - box.left) / box.width) * this.last));
    });
  }

  // `deals`: the steps at which deals begin.
  draw(chances, deals, [north, south]) {
    this.chances = chances;
    this.last = Math.max(chances.length - 1, 1);
    const svg = draw("svg", { viewBox: `0 0 ${this.last} ${HEIGHT}`, preserveAspectRatio: "none" });
    const points = chances.flatMap((chance, place) => (chance === null ? [] : [`${place} ${this.height(chance)}`]));
    for (const place of deals) svg.append(draw("path", { class: "begins", d: `M${place} 0V${HEIGHT}` }));
    if (points.length) {
      const line = `M${points.join("L")}`;
      const end = points.at(-1).split(" ")[0];
      svg.append(draw("path", { class: "area", d: `${line}L${end} ${HEIGHT}L0 ${HEIGHT}Z` }));
      svg.append(draw("path", { class: "half", d: `M0 ${HEIGHT / 2}H${this.last}` }));
      svg.append(draw("path", { class: "line", d: line }));
    }
    this.mark = document.createElement("div");
    this.mark.className = "mark";
    this.mark.append(document.createElement("i"));
    const ends = [
      [north, "top"],
      [south, "bottom"],
    ].map(([name, side]) => {
      const end = document.createElement("span");
      end.className = "end";
      end.style[side] = "3px";
      end.textContent = name;
      return end;
    });
    this.element.replaceChildren(svg, ...ends, this.mark);
  }

  height(chance) {
    return ((1 - chance) * (HEIGHT - 8) + 4).toFixed(2);
  }

  // Moves the mark to a step.
  show(place) {
    this.mark.style.left = `${(place / this.last) * PERCENT}%`;
    const chance = this.chances[place];
    this.mark.firstChild.hidden = chance === null;
    this.mark.firstChild.style.top = `${this.height(chance ?? 0)}%`;
  }
}
