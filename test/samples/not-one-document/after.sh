json before.json '.uid = "$uid"'
cat "$LAB/generation.json" >>"$LAB/generation.json.new"
cat "$LAB/generation.json" >>"$LAB/generation.json.new"
mv "$LAB/generation.json.new" "$LAB/generation.json"
sed -i 's/"level"/"level",/' "$LAB/report.json"
